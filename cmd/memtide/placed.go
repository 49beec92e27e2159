package main

import (
	"context"
	"time"
)

// A folder on a disk that does not answer has no project. The disk is given two
// seconds, counted in waits and not by the clock: a process that was stopped
// meanwhile has not waited.
const (
	placeWait  = 10 * time.Millisecond
	placeWaits = 200
)

// placed returns a search for the project of a folder that ends when the disk does
// not answer.
func placed(project func(dir string) string) func(context.Context, string) (string, error) {
	return func(ctx context.Context, dir string) (string, error) {
		found := make(chan string, 1)
		go func() { found <- project(dir) }() // it ends when the disk answers
		tick := time.NewTicker(placeWait)
		defer tick.Stop()
		for range placeWaits {
			select {
			case name := <-found:
				return name, nil
			case <-tick.C:
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}
		return "", nil
	}
}
