// Package tools holds what may be done with a memory: the searches of the retrieve
// flow, what a decision looks up and writes with, and what a person may ask of a
// space or change in it.
//
//	search ──▶ Searcher.Run(event.Search, seeds) ──▶ candidates
//	look   ──▶ Lookup, ProfileOf, Conflicts …    ──▶ memories
//	decide ──▶ Finder, Writer                    ──▶ operations of a change set
//	verb   ──▶ Remember, Forget, Correct …       ──▶ change set (through ledger.Decide)
//
// A search and a look read one [ledger.View] and wait for nothing. A verb makes
// exactly one decision. One that cannot be carried out without a look at what it
// would do has a plan: PlanUndo and TakeBack, PlanRollback and TakeBackAll,
// PlanErase and ledger.Erase.
//
// # Where to find what
//
// Each line names the files of one subject; a test holds them.
//
//	searches    searcher (runs them), text (by words), vector (by likeness), entity (by names), walk (along links), hop (the second one), timeline (by days), thread (where work stands), project (a session begins)
//	their words forms (of other endings), respell (slips), lacks (words of few passages), things (of a kind), trade (tools of a kind), akin (that stand for the same)
//	directives  directives: the rules that are in force
//	looked up   lookup, browse (page by page), stats, archived, profile (of an entity), relations (of it to others), conflicts, exchange, since (what holds now), labels, dated
//	how sure    confidence, weak (the least sure ones)
//	a decision  writer, similar (how alike two texts are), quoted (what a speaker did not write)
//	verbs       verbs (remember, forget), correct, asker (who asks for them), restore, vote, move, mergeentities, setentity, quarantine, agent (by MCP), scan (secrets), spaces
//	undo        undo (a change), rollback (a source), unwind (what of a memory is set back), unwindnet (by many changes at once), unwindpairs (what was taken back before), descent (what came from what), origin, withdrawn
//	erase       erase, eraseplan, erasetexts, erasebeyond (what stays), eraselike, saidagain, eraseagain (in a backup that is put back)
//	import      bring, bringlinks, bringdoubt (what is not let in), bringlift (what is, later), promote (of another reading)
package tools
