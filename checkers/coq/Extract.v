(** What [Proof.v] assumes, and the checker as a program. *)

From Coq Require Extraction ExtrOcamlBasic.
From NoSet Require NoSet Proof.

Print Assumptions Proof.check_sound_with.
Print Assumptions Proof.check_sound.

Extraction "proved.ml" NoSet.start NoSet.take Proof.plain.
