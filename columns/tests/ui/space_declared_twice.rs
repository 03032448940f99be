use polarnet_columns::space;

fn main() {
    space!(Left, left);
    space!(Left, right);
}
