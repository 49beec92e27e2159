package tools

// Quarantine is the attribute of a memory that is kept out of retrieval because
// of its source, and says why. Such a memory is archived until the user has
// looked at it.
const Quarantine = "quarantine"
