package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

// onlyProject gives a command that lists memories its --project.
func onlyProject(c *cobra.Command, project *string) {
	c.Flags().StringVar(project, "project", "", "only this project and what belongs to no project; \".\" is the one here")
}

// connectIn is connect for commands that look into the project of --project, which it
// returns as it is meant: "." is that of the folder that the command runs in, and ""
// none. One that nothing is known of is mistyped, unless it is that of the folder.
func (a *app) connectIn(ctx context.Context, project string) (*client.Client, string, error) {
	project, err := meantProject(project)
	if err != nil {
		return nil, "", err
	}
	cl, err := a.connect(ctx)
	if err != nil {
		return nil, "", err
	}
	if err := wantProject(ctx, cl, project); err != nil {
		cl.Close()
		return nil, "", err
	}
	return cl, project, nil
}

func meantProject(project string) (string, error) {
	if project == "." {
		if _, project = here(); project == "" {
			return "", usage("--project .: this folder belongs to no project (it lies in no repository, and nothing in it is a sign of one); name a project")
		}
	}
	return project, nil
}

// unknownProject reports that no memory belongs to a project, and says which there are;
// not of none, and not of that of the folder: it may be new.
func unknownProject(ctx context.Context, cl *client.Client, project string) (unknown bool, others string, err error) {
	if project == "" {
		return false, "", nil
	}
	if _, own := here(); own == project {
		return false, "", nil
	}
	all, err := client.Control[[]string](ctx, cl, "projects", control.SpaceRequest{Space: cl.Space()})
	if err != nil || slices.Contains(all, project) {
		return false, "", err
	}
	return true, cmp.Or(tools.Nearest(project, all), "none yet"), nil
}

// wantProject is the error where no memory belongs to a project.
func wantProject(ctx context.Context, cl *client.Client, project string) error {
	unknown, others, err := unknownProject(ctx, cl, project)
	if unknown {
		return none("there is no project %q; there are: %s", project, others)
	}
	return err
}

const (
	elsewhereLooked = 20  // memories of any project that fit a prompt best
	elsewhereNamed  = 5   // of them
	elsewhereShare  = 0.3 // of the prompt that one of another project has at least, to be named
)

// tellElsewhere names what other projects know that fits a prompt: no search of the prompt
// looks there, so that its receipt cannot say it. The request has the project that the
// prompt was asked in.
func (a *app) tellElsewhere(ctx context.Context, cl *client.Client, in control.LookupRequest) error {
	own := in.Project
	in.Project, in.Limit = "", elsewhereLooked
	r, err := client.Control[event.AskReply](ctx, cl, "lookup", in)
	if err != nil {
		return err
	}
	fits := slices.DeleteFunc(r.Items, func(it event.Item) bool {
		return it.Project == "" || it.Project == own || it.Score < elsewhereShare
	})
	if len(fits) == 0 {
		return nil
	}
	fmt.Fprintf(a.io.out, "%s of other projects %s, told there alone; memtide search looks into all:\n", memtide.Count(len(fits), "memory"), memtide.Agree(len(fits), "fits", "fit"))
	writeItems(a.io.out, fits[:min(len(fits), elsewhereNamed)])
	return nil
}
