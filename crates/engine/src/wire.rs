//! The wire for tests: a session beside its asker, all messages encoded and decoded as between
//! page and worker.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::protocol::{Progress, Question, Reply, Request, Response};
use crate::session::Session;

/// A session on a loopback.
#[derive(Default)]
pub struct Loopback {
    session: Session,
    next: u32,
    /// Progress told so far.
    pub progress: Vec<Progress>,
}

/// The session has panicked; its last words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Died(pub String);

impl Loopback {
    /// Nothing is open yet.
    pub fn over(session: Session) -> Self {
        Self {
            session,
            ..Self::default()
        }
    }

    /// Opens a file.
    pub fn open(name: &str, bytes: Vec<u8>) -> (Self, Reply) {
        let mut loopback = Self::default();
        let reply = loopback.open_again(name, bytes);
        (loopback, reply)
    }

    /// Opens another file in the same session.
    pub fn open_again(&mut self, name: &str, bytes: Vec<u8>) -> Reply {
        self.exchange(
            Question::Open {
                name: name.to_owned(),
            },
            vec![bytes],
        )
        .unwrap_or_else(|died| panic!("{}", died.0))
    }

    /// Asks the question that opens files, with their bytes.
    pub fn opening(question: Question, files: Vec<Vec<u8>>) -> (Self, Reply) {
        let mut loopback = Self::default();
        let reply = loopback.exchange(question, files);
        (loopback, reply.unwrap_or_else(|died| panic!("{}", died.0)))
    }

    /// Asks a question.
    ///
    /// # Panics
    /// If the session does.
    pub fn ask(&mut self, question: Question) -> Reply {
        self.try_ask(question)
            .unwrap_or_else(|died| panic!("{}", died.0))
    }

    /// Asks a question of a session that may panic.
    pub fn try_ask(&mut self, question: Question) -> Result<Reply, Died> {
        self.exchange(question, Vec::new())
    }

    fn exchange(&mut self, question: Question, files: Vec<Vec<u8>>) -> Result<Reply, Died> {
        self.next += 1;
        let id = self.next;
        let request = Request { id, question };
        let request = Request::decode(&request.encode()).expect("our own message");
        let Self {
            session, progress, ..
        } = self;
        let mut report = |told: Progress| {
            progress.push(told);
            true
        };
        let answered = catch_unwind(AssertUnwindSafe(|| {
            session.answer(request, files, &mut report)
        }));
        let response = answered.map_err(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            Died(
                text.or_else(|| panic.downcast_ref::<String>().cloned())
                    .unwrap_or_default(),
            )
        })?;
        let response = Response::decode(response.encode()).expect("our own message");
        assert_eq!(
            response.id, id,
            "an answer carries the number of its question"
        );
        Ok(response.reply)
    }
}
