// Package bus carries typed messages between the stages of the pipeline, over
// NATS JetStream.
//
//	front door ──▶ stream ──▶ stage ──▶ stream ──▶ stage ──▶ … ──▶ answer
//	(request-reply)           one durable consumer each        (back to who asked)
//
// A [Stage] is a typed function with its types erased once, by [NewStage]. The
// bus owns everything around it: it decodes and encodes, retries with a delay,
// gives up (dead letter), drops what is too late, recovers panics, times and
// logs each delivery. One pure function, judge, says which of these happens.
//
// What is promised:
//
//   - a message on a work queue is delivered until its stage has settled it;
//     it may be delivered more than once, so a stage must come to the same
//     result twice;
//   - within a lane of TURNS and REMEMBER messages are settled one after the
//     other, in the order of their stream, also through retries;
//   - a space in which nothing can be decided ([Shut]), or a stage cannot even decide that
//     it gives up, is left until TURNS is begun anew, in the same order; its lane goes on
//     with the others;
//   - the id of what a stage says is a hash of the stage's name and the id of
//     what it heard: a second run says the same message;
//   - a backlog does not stop itself: a stage is not run while what it would say to
//     REMEMBER may leave no room for what the stages behind it say (room);
//   - a message whose deadline has passed is not run;
//   - [Bus.Publish] returns after the server has stored the message: in TURNS,
//     LEDGER, MAINTAIN and DEAD that means it survives a power cut, in
//     RETRIEVE and REMEMBER it means memory only.
package bus
