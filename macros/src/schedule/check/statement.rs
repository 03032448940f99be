//! Statements.

use super::{
    graph::{Kid, NodeId, Op},
    spec,
    state::{Place, Stage},
    value::{Builder, Lack, Value},
};
use crate::schedule::{
    elaborate::Member,
    tree::{Flow, Language, Moment, Part, Tag},
    typed::{Encoder, Kernel, Kernels, LocalId, Stmt, StmtKind, last},
    types::{Shape, Ty},
};
use proc_macro2::{Ident, Span};

impl<'a> Builder<'_, '_, 'a> {
    pub fn stmt(&mut self, stmt: &Stmt<'a>) {
        match &stmt.kind {
            StmtKind::Let(names, value) => {
                let site = last(value);
                let known = self.value(value);
                self.moved(value, Lack::Moved);
                self.give_names(names, known, site);
            }
            StmtKind::Var(id, tags, value) => {
                let site = value.map_or(stmt.span, last);
                let value = value.map_or(Value::Unset(Lack::Yet), |value| self.value(value));
                self.say(&value, tags);
                self.set(Place::Local(*id), value, site);
            }
            StmtKind::Assign(id, value) => {
                let site = last(value);
                let value = self.value(value);
                self.set(Place::Local(*id), value, site);
            }
            StmtKind::Store(to, value) => {
                let site = last(value);
                let value = self.value(value);
                if let Value::Ref { place, .. } = self.value(to) {
                    self.reach(to.span, place);
                    self.set(place, value, site);
                }
            }
            StmtKind::Copy { encoder, into, value, tags } => {
                let node = self.node(value);
                self.say_there(node, tags);
                self.put(*encoder, into, node, value.ty);
            }
            StmtKind::Call { encoder, into, kernel, tags } => self.kernel(*encoder, into, kernel, tags),
            StmtKind::Say(Moment::In, list) => list.iter().for_each(|(path, tags)| self.said(Moment::In, path, tags)),
            // What holds at the end is looked at there.
            StmtKind::Say(Moment::Out, list) => self.at_end.extend(list.iter().cloned()),
            StmtKind::Do(value) => drop(self.value(value)),
        }
    }

    fn set(&mut self, place: Place, value: Value, site: Span) {
        if let Value::Tuple(parts) = &value
            && parts.iter().any(|part| matches!(part, Value::Ref { .. }))
        {
            let help = "give each a name of its own, `let r, x = …;`, or put the value there: `(*r, x)`";
            self.error(site, "a reference is no part of a value that has one name", help);
        }
        self.state.locals.insert(place, (value, site));
    }

    fn give_names(&mut self, names: &[(LocalId, Vec<Tag>)], value: Value, site: Span) {
        match (names, value) {
            ([(id, tags)], value) => {
                if let Value::One(node) = value {
                    self.graph.name(node, &self.program.locals[*id].name);
                }
                self.say(&value, tags);
                self.set(Place::Local(*id), value, site);
            }
            (_, Value::Tuple(parts)) if parts.len() == names.len() => {
                for (name, part) in names.iter().zip(parts) {
                    self.give_names(std::slice::from_ref(name), part, site);
                }
            }
            (_, Value::One(node)) => {
                let parts = self.projected(node, names.len(), site);
                self.give_names(names, Value::Tuple(parts), site);
            }
            _ => {
                for name in names {
                    let node = self.unknown(site);
                    self.give_names(std::slice::from_ref(name), Value::One(node), site);
                }
            }
        }
    }

    /// The encoder of a command, if it is one that can be written to.
    fn open(&mut self, encoder: Encoder) -> Option<usize> {
        match self.state.locals.get(&Place::Local(encoder.local)) {
            Some((Value::Encoder(id), _)) => {
                let id = *id;
                self.remote(encoder.span, id, Stage::Open).then_some(id)
            }
            Some((Value::Unset(_), _)) => {
                self.local(encoder.span, encoder.local);
                None
            }
            _ => None,
        }
    }

    /// A value that is made on the device, in memory of its own.
    fn put(&mut self, encoder: Encoder, into: &Ident, node: NodeId, ty: Ty) {
        let Some(id) = self.open(encoder) else { return };
        let Some(remote) = self.state.remotes.get_mut(&id) else { return };
        if remote.fields.insert(into.to_string(), node).is_none() {
            let label = self.label(ty);
            let space = Kid { node: self.state.memory, site: into.span() };
            self.state.memory = self.memory.add(into.span(), Op::Alloc(label), vec![space]);
        }
    }

    /// What memory is for: `f64; expr`.
    fn label(&self, ty: Ty) -> String {
        let program = self.program;
        match *program.types.shape(ty) {
            Shape::Column(space, of) => {
                format!("{}; {}", spec::compact(&program.types.show(of)), program.spaces[space].name)
            }
            Shape::Batch(space) => match program.spaces[space].language {
                Some(at) => format!("{}; {}", program.languages[at].name, program.spaces[space].name),
                None => program.types.show(ty),
            },
            _ => spec::compact(&program.types.show(ty)),
        }
    }

    fn kernel(&mut self, encoder: Encoder, into: &[Ident], kernel: &Kernel<'a>, tags: &[Vec<Tag>]) {
        let grid = self.grid(&kernel.grid);
        let Some(id) = self.open(encoder) else { return };
        let mut kids = Vec::new();
        for name in &kernel.args {
            let known = self.state.remotes.get(&id).and_then(|remote| remote.fields.get(&name.to_string()).copied());
            let node = known.unwrap_or_else(|| {
                let text = format!("`{name}` is not on the device yet");
                self.error(name.span(), text, format!("copy it there before: `encode e.copy[{name} <- x];`"));
                self.unknown(name.span())
            });
            kids.push(Kid { node, site: name.span() });
        }
        let (class, ty) = match kernel.callee {
            Kernels::Extern(at) => (self.specs.class_of(Member::Extern(at)), self.program.externs[at].result),
            Kernels::Val(at) => (self.specs.class_of(Member::Val(at)), kernel.result),
        };
        let call = self.graph.add(kernel.span, Op::Call(class), kids);
        // On which grid a kernel runs that is made of a val, is nothing of the val.
        if self.program.classes[class].dimensions.is_some() {
            self.graph.nodes[call].grid = grid;
        }
        self.say_there(call, &kernel.tags);
        let types = match self.program.types.shape(ty) {
            Shape::Tuple(of) if of.len() == into.len() => of.clone(),
            _ => vec![ty],
        };
        let results = self.results(kernel.span, call, self.program.types.parts(ty));
        let parts = self.parts(&results, types.len(), kernel.span);
        for (((name, part), ty), tags) in into.iter().zip(parts).zip(types).zip(tags) {
            if let Some(node) = self.whole(&part, name.span()) {
                self.say_there(node, tags);
                self.graph.name(node, name);
                self.put(encoder, name, node, ty);
            }
        }
    }

    /// From here on it has no value.
    fn kill(&mut self, id: LocalId, field: Option<&Ident>) {
        let place = match self.state.locals.get(&Place::Local(id)) {
            Some((Value::Encoder(remote) | Value::Fence(remote), _)) => {
                let remote = self.state.remotes.get_mut(&remote.clone());
                if let (Some(remote), Some(field)) = (remote, field) {
                    remote.fields.remove(&field.to_string());
                }
                return;
            }
            Some((Value::Ref { place, .. }, _)) => *place,
            _ => Place::Local(id),
        };
        if let Some((value @ (Value::One(_) | Value::Record(_)), _)) = self.state.locals.get_mut(&place) {
            *value = Value::Unset(Lack::Dead);
        }
    }

    /// `@in { v: node(val.x) }`
    pub fn said(&mut self, moment: Moment, path: &[Ident], tags: &[Tag]) {
        if let [word] = path
            && (word == "input" || word == "output")
        {
            // Where it ends is known when it does.
            if (word == "input") == (moment == Moment::In) {
                let event = self.state.event;
                self.timed.extend(tags.iter().filter(|tag| tag.of == Language::Tmln).map(|tag| (event, tag.clone())));
            }
            if let Some(tag) = tags.iter().find(|tag| tag.of != Language::Tmln && !tag.names.is_empty()) {
                let help = "say what a value is where it stands: `fn f(x: i64 @ input(val.x)) -> i64 @ node(val.y)`";
                self.error(tag.span, format!("`{word}` is a time, and no value"), help);
            }
            return;
        }
        if let [name] = path
            && let Some(at) = spec::dimension(name)
        {
            for tag in tags.iter().filter(|tag| tag.of == Language::Val && !tag.names.is_empty()) {
                if tag.names.iter().any(|name| spec::dimension(name) != Some(at)) {
                    let help = format!("write `input(val.{name})`");
                    self.error(tag.span, format!("a dimension of the grid is itself, `{name}`"), help);
                }
            }
            return;
        }
        let find = |name: &Ident| {
            let places = self.state.locals.keys().filter_map(|place| match place {
                Place::Local(id) if self.program.locals[*id].name == *name => Some(*id),
                _ => None,
            });
            places.max()
        };
        let Some(id) = path.first().and_then(find) else {
            if let Some(name) = path.first() {
                self.error(
                    name.span(),
                    format!("nothing here is called `{name}`"),
                    "name a variable, or the field of an encoder",
                );
            }
            return;
        };
        if tags.iter().any(|tag| tag.of == Language::Val && matches!(tag.flow, Some((Flow::Dead, _)))) {
            self.kill(id, path.get(1));
            return;
        }
        let value = self.state.locals.get(&Place::Local(id)).map(|(value, _)| value.clone());
        if let (Some(value @ (Value::Encoder(_) | Value::Fence(_))), 1) = (&value, path.len()) {
            self.say(&value.clone(), tags);
            return;
        }
        let node = match (value, path.get(1)) {
            (Some(Value::Encoder(remote) | Value::Fence(remote)), Some(field)) => {
                self.state.remotes.get(&remote).and_then(|it| it.fields.get(&field.to_string()).copied())
            }
            (Some(Value::One(node)), None) => Some(node),
            (Some(Value::Record(fields)), Some(field)) => {
                fields.iter().find(|(known, _)| field == known).and_then(|(_, node)| *node)
            }
            (Some(Value::Ref { place, .. }), None) => match self.state.locals.get(&place) {
                Some((Value::One(node), _)) => Some(*node),
                _ => None,
            },
            _ => None,
        };
        for tag in tags.iter().filter(|tag| tag.of == Language::Val) {
            match node {
                Some(node) => self.tagged.push((node, tag.clone())),
                None if tag.part != Some(Part::None) => {
                    self.error(
                        tag.span,
                        "there is no value here of which this could be said",
                        "write `none(val)-dead`, or give it a value before",
                    );
                }
                None => {}
            }
        }
    }
}
