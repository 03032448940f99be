use polarnet_columns::Node;

/// An enum with a variant for each combination of a letter and another one: 16 × 16 and one more.
macro_rules! operators {
    ($(#[$meta:meta])* $name:ident: $($variant:ident)*) => {
        $(#[$meta])*
        enum $name<I> {
            Neg(I),
            $($variant),*
        }
    };
}

operators! {
    #[derive(Node, Clone, Copy)]
    Many:
    Aa Ab Ac Ad Ae Af Ag Ah Ai Aj Ak Al Am An Ao Ap
    Ba Bb Bc Bd Be Bf Bg Bh Bi Bj Bk Bl Bm Bn Bo Bp
    Ca Cb Cc Cd Ce Cf Cg Ch Ci Cj Ck Cl Cm Cn Co Cp
    Da Db Dc Dd De Df Dg Dh Di Dj Dk Dl Dm Dn Do Dp
    Ea Eb Ec Ed Ee Ef Eg Eh Ei Ej Ek El Em En Eo Ep
    Fa Fb Fc Fd Fe Ff Fg Fh Fi Fj Fk Fl Fm Fn Fo Fp
    Ga Gb Gc Gd Ge Gf Gg Gh Gi Gj Gk Gl Gm Gn Go Gp
    Ha Hb Hc Hd He Hf Hg Hh Hi Hj Hk Hl Hm Hn Ho Hp
    Ia Ib Ic Id Ie If Ig Ih Ii Ij Ik Il Im In Io Ip
    Ja Jb Jc Jd Je Jf Jg Jh Ji Jj Jk Jl Jm Jn Jo Jp
    Ka Kb Kc Kd Ke Kf Kg Kh Ki Kj Kk Kl Km Kn Ko Kp
    La Lb Lc Ld Le Lf Lg Lh Li Lj Lk Ll Lm Ln Lo Lp
    Ma Mb Mc Md Me Mf Mg Mh Mi Mj Mk Ml Mm Mn Mo Mp
    Na Nb Nc Nd Ne Nf Ng Nh Ni Nj Nk Nl Nm Nn No Np
    Oa Ob Oc Od Oe Of Og Oh Oi Oj Ok Ol Om On Oo Op
    Pa Pb Pc Pd Pe Pf Pg Ph Pi Pj Pk Pl Pm Pn Po Pp
}

fn main() {}
