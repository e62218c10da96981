//! Proofs that a board has no set, in LRAT and `VeriPB`.

use tercet_proof::{ExpandError, Format, Reader, Style};

use crate::prelude::*;
use crate::prove::{Counted, HandedOut, MEMORY, SERVED, keep};
use crate::{Bytes, FileReader};

request! {
    some required;
    /// A proof that a board has no set, as LRAT or `VeriPB`.
    pub struct ExpandProof {
        board,
        /// The content of the proof file.
        #[serde(default)]
        pub proof: Bytes,
        /// The reader of the proof file, in place of its content.
        #[serde(skip)]
        pub reader: Option<FileReader>,
        /// The format. LRAT refers to the formula of an export to DIMACS, `VeriPB` to that of an export
        /// to OPB.
        pub to: Format,
        /// How LRAT is written; binary by default.
        #[serde(default)]
        pub style: Style,
        /// It holds for `expanded` in the answer; 2^26 by default.
        memory,
        timeout,
    }
}

/// A proof as LRAT or `VeriPB`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProofExpanded {
    /// The format.
    pub form: Format,
    /// How many steps the proof has.
    pub steps: Whole,
    /// How many clauses were derived from them.
    pub clauses: Whole,
    /// The size of the file in bytes.
    pub expanded_size: Whole,
    /// The content of the file; absent if it was written elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expanded: Option<Bytes>,
}

impl ExpandProof {
    fn expand(
        &self,
        session: &Session,
        most: u64,
        sink: &mut Sink<'_, Self>,
    ) -> Result<BoardAnswer<ProofExpanded, ()>, Error> {
        let mut work = Work::on(&self.board, None, session)?;
        let limit = work.begin(self.timeout, || "expand a proof".into());
        let board = work.board();
        let mut output = Counted::new(HandedOut(sink), most);
        let (format, style) = (self.to, self.style);
        let expanded = Reader::new(board, FileReader::of(&self.proof.0, self.reader.as_ref()))
            .map_err(ExpandError::from)
            .and_then(|steps| {
                tercet_proof::expand(board, steps, format, style, &limit, &mut output)
            })
            .map_err(|error| match error {
                ExpandError::Refused(refusal) => Error::from(refusal),
                ExpandError::Weighed { .. } => {
                    Error::new(Code::MethodUnable, error.to_string()).of_field("to")
                }
                ExpandError::Write(error) => Error::of_io(error, "cannot write the expansion"),
            })?;
        let found = ProofExpanded {
            form: self.to,
            steps: expanded.steps.into(),
            clauses: expanded.clauses.into(),
            expanded_size: expanded.bytes.into(),
            expanded: None,
        };
        Ok(work.answer((), found))
    }
}

impl Question for ExpandProof {
    type Answer = BoardAnswer<ProofExpanded, ()>;

    const MOST_BYTES: usize = SERVED;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut file = Vec::new();
        let most = self.memory.unwrap_or(MEMORY) as u64;
        let mut answer = self.expand(session, most, &mut keep(&mut file))?;
        answer.found.expanded = Some(Bytes(file));
        Ok(answer)
    }
}

impl Streamed for ExpandProof {
    /// The next bytes of the file.
    type Item<'a> = &'a [u8];

    fn ask_into(
        &self,
        session: &Session,
        sink: &mut Sink<'_, Self>,
    ) -> Result<Self::Answer, Error> {
        self.expand(session, u64::MAX, sink)
    }
}
