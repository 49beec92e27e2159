package hookbridge

// Launch starts the daemon detached, for a person at a terminal: without the
// pauses that keep hooks from trying again and again. It returns when the
// process was started, not when it answers. keep names variables that it gets
// beside the usual ones, flags are those of serve.
func Launch(program string, p Paths, env, keep []string, flags ...string) error {
	return spawn(program, p, childEnv(environ(env), p.Home, keep), flags...)
}
