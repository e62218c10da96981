//! Whether a proof shows that a board has no set.

use tercet_proof::{Checked, Refusal, check};

use crate::prelude::*;
use crate::{Bytes, FileReader};

request! {
    /// Whether a proof shows that a board has no set.
    pub struct CheckProof {
        board,
        /// The content of the proof file.
        pub proof: Bytes,
        /// The reader of the proof file, in place of its content.
        #[serde(skip)]
        pub reader: Option<FileReader>,
        timeout,
    }
}

/// The result of checking a proof: `yes` if it shows that the board has no set.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ProofChecked {
    /// Why the proof does not show this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// How many steps the proof has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Whole>,
    /// How many of these steps are branches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches: Option<Whole>,
    /// How many groups of cards the proof searches; the cards of a group agree in some properties.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<Whole>,
}

impl Question for CheckProof {
    type Answer = BoardAnswer<ProofChecked, Decision>;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, None, session)?;
        let limit = work.begin(self.timeout, || "check a proof".into());
        let proof = FileReader::of(&self.proof.0, self.reader.as_ref());
        let (decision, fault, checked) = match check(work.board(), proof, &limit) {
            Ok(checked) => (Ending::of(true), None, Some(checked)),
            Err(Refusal::Wrong(fault)) => (Ending::of(false), Some(fault.to_string()), None),
            Err(refusal) => (Ending::stopped(refusal)?, None, None),
        };
        let number = |of: fn(&Checked) -> u64| checked.as_ref().map(|checked| of(checked).into());
        let found = ProofChecked {
            fault,
            steps: number(|checked| checked.steps),
            branches: number(|checked| checked.branches),
            groups: number(|checked| checked.groups),
        };
        Ok(work.answer(decision, found))
    }
}
