//! The order of the cards of a set in a model.

tercet::named! {
    /// How a model that puts the cards of a set into v slots avoids finding each set in all v!
    /// orders (Takeshita, section 3.2).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Symmetry is "symmetry breaking" {
        /// No symmetry breaking: any order is a solution.
        None = "none",
        /// In the first property in which the cards differ, their values ascend (constraint 13).
        Relative = "relative",
        /// In the first property in which the cards differ, slot i shows value i (constraint 15).
        #[default]
        Rigid = "rigid",
    }
}
