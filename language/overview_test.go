package language

import "testing"

func TestOverview(t *testing.T) {
	for question, want := range map[string]string{
		"What are my rules?":                              OverviewRules,
		"which rules did I give you so far?":              OverviewRules,
		"what coding conventions do we have in this repo": OverviewRules,
		"List all my preferences, please":                 "",
		"list all my preferences":                         OverviewRules,
		"show me the rules":                               OverviewRules,
		"what do you know about me?":                      OverviewUser,
		"Hey, what have you learned about us so far?":     OverviewUser,
		"Do you remember who I am?":                       OverviewUser,
		"tell me everything you know about me":            OverviewUser,
		"What do you remember about this project?":        OverviewProject,
		"what do you remember?":                           OverviewProject,
		"what do you know about the codebase":             OverviewProject,
		"what's in your memory?":                          OverviewProject,
		"What have I told you so far?":                    OverviewProject,
		"give me an overview of this project":             OverviewProject,
		"Could you give me a short summary of the repo?":  OverviewProject,
		"tell me about this project":                      OverviewProject,
		"What is this project about?":                     OverviewProject,
		"quick question: what do you know about me?":      OverviewUser,
		"petite question: what are my rules?":             OverviewRules,
		"one thing, kurz: what do you remember?":          OverviewProject,

		"what do you know about the crane?":                               "",
		"what do you remember about the rules of chess":                   "",
		"what did I tell you about the pier?":                             "",
		"which rules apply to the crane?":                                 "",
		"what are the rules for mooring?":                                 "",
		"do you remember the keeper's name?":                              "",
		"the rules are clear, write the list":                             "",
		"Tell me what you know about this.":                               "",
		"what do you think about me?":                                     "",
		"give me an overview of the crane":                                "",
		"write an overview of this project for the README":                "",
		"give me an overview of this project's tests":                     "",
		"what is this project about to replace?":                          "",
		"question: what do you know about the crane?":                     "",
		"the parser prints this when it starts up: what do you remember?": "",
		"": "",
	} {
		if got := Overview(question); got != want {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}
