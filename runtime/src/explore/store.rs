//! The file of winners.
//!
//! ```json
//! {
//!   "polarnet explore": 1,
//!   "winners": [
//!     {
//!       "name": "select_sum", "machine": "…, 8 cores, …", "time_ns": 1200,
//!       "choices": [{ "point": "00c0ffee00c0ffee", "path": ["…"], "members": ["…", "…"], "member": "…" }]
//!     }
//!   ]
//! }
//! ```
//!
//! A point is the hash of its path with all names, so a choice whose class has other members now, or that is elsewhere, is none of
//! the program's, and is not looked up. The rest is for people.

use super::{Choice, Choices, Error, site::Point};
use crate::kept;
use core::{fmt::Display, time::Duration};
use serde_json::{Value, json};
use std::{
    ffi::OsString,
    fs, io,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

const FORMAT: &str = "polarnet explore";
const VERSION: u64 = 1;

pub struct Store {
    pub file: PathBuf,
}

impl Store {
    /// The winner of this name on this machine.
    pub fn read(&self, name: &str, machine: &str) -> Result<Option<Choices>, Error> {
        let all = self.all()?;
        let Some(winner) = winners(&all).iter().find(|winner| is(winner, name, machine)) else { return Ok(None) };
        choices(winner).map(Some).ok_or_else(|| self.not_ours(format_args!("the choices of {name} are not complete")))
    }

    /// Puts the winner in the place of an older one. Other winners stay, and a file that is not ours is not written.
    pub fn keep(&self, name: &str, machine: &str, best: &Choices, time: Duration) -> Result<(), Error> {
        /// Threads that keep winners take turns. Between processes the last one wins; then a winner is measured again.
        static TURN: Mutex<()> = Mutex::new(());
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);

        let mut all = self.all()?;
        let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let choices: Vec<Value> = best.iter().map(choice_value).collect();
        let winner = json!({ "name": name, "machine": machine, "time_ns": time, "choices": choices });
        if let Some(Value::Array(winners)) = all.get_mut("winners") {
            match winners.iter_mut().find(|winner| is(winner, name, machine)) {
                Some(older) => *older = winner,
                None => winners.push(winner),
            }
        }
        kept::replace(&self.file, format!("{all:#}\n").as_bytes()).map_err(|source| self.error(source))
    }

    /// What is in the file: an object with a list of winners, each with a name and a machine.
    fn all(&self) -> Result<Value, Error> {
        let text = match fs::read_to_string(&self.file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(self.not_ours("it is not text")),
            Err(error) => return Err(self.error(error)),
        };
        if text.trim().is_empty() {
            return Ok(json!({ FORMAT: VERSION, "winners": [] }));
        }
        let all: Value = serde_json::from_str(&text).map_err(|error| self.not_ours(error))?;
        match all.get(FORMAT) {
            Some(version) if version.as_u64() == Some(VERSION) => {}
            Some(version) => return Err(self.not_ours(format_args!("its format is {version}, not {VERSION}"))),
            None => return Err(self.not_ours(format_args!("it has no \"{FORMAT}\""))),
        }
        let whole = |winner: &Value| winner["name"].is_string() && winner["machine"].is_string();
        match all["winners"].as_array() {
            Some(winners) if winners.iter().all(whole) => Ok(all),
            Some(_) => Err(self.not_ours("a winner has no name or no machine")),
            None => Err(self.not_ours("it has no list of winners")),
        }
    }

    fn error(&self, source: io::Error) -> Error {
        Error::File { file: self.file.clone(), source }
    }

    fn not_ours(&self, why: impl Display) -> Error {
        Error::NotOurs { file: self.file.clone(), why: why.to_string() }
    }
}

/// Where winners are kept unless told: in `POLARNET_EXPLORE`, or in `polarnet/explore.json` where the system keeps what can be made again.
pub fn usual_file(env: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    kept::usual(env, "POLARNET_EXPLORE", "explore.json")
}

fn winners(all: &Value) -> &[Value] {
    all["winners"].as_array().map_or(&[], Vec::as_slice)
}

fn is(winner: &Value, name: &str, machine: &str) -> bool {
    winner["name"] == name && winner["machine"] == machine
}

fn choice_value(choice: &Choice) -> Value {
    let point = format!("{:016x}", choice.point().0);
    json!({ "point": point, "path": choice.path(), "members": choice.members(), "member": choice.member() })
}

fn choices(winner: &Value) -> Option<Choices> {
    let texts = |value: &Value| -> Option<Vec<String>> {
        value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
    };
    let choice = |value: &Value| {
        let point = Point(u64::from_str_radix(value["point"].as_str()?, 16).ok()?);
        Choice::new(point, texts(&value["path"])?, texts(&value["members"])?, value["member"].as_str()?)
    };
    winner["choices"].as_array()?.iter().map(choice).collect()
}
