//! What is open, what was asked? Sessions, questions and answers, memo.
