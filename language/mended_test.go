package language

import "testing"

func TestWhatWasWrongAndWhatWasChanged(t *testing.T) {
	for reply, want := range map[string]string{
		"The tide table was read in local time. I convert it to UTC first.":                         "The tide table was read in local time. I convert it to UTC first.",
		"Found it. The gull counter starts at one; it now starts at zero.":                          "The gull counter starts at one; it now starts at zero.",
		"The crane's limit lives in two files. Only one was changed. I've moved it into limits.go.": "The crane's limit lives in two files. Only one was changed. I've moved it into limits.go.",
		"Berths were sorted as text. Changed the column to a number. The old index is dropped now.": "Berths were sorted as text. Changed the column to a number. The old index is dropped now.",
		"The lamp polls the socket once per frame, so I poll it once a second.":                     "The lamp polls the socket once per frame, so I poll it once a second.",
		"It's the ferry's cache, which never ends. Its age has been set to a day. Anything else?":   "It's the ferry's cache, which never ends. Its age has been set to a day.",

		"The pump runs dry. I fill the pipe first. Let me know if it helps.": "The pump runs dry. I fill the pipe first.",
		"Touch screens keep the old tide. Wrapped it in a timer.":            "Touch screens keep the old tide. Wrapped it in a timer.",
		"Copy wrote to the old pier. It writes to the new one now.":          "Copy wrote to the old pier. It writes to the new one now.",
		"The lock asked for a ticket. Small boats are let through now.":      "The lock asked for a ticket. Small boats are let through now.",

		"You count the boats at the pier and again at the lock. I count them at the lock.": "You count the boats at the pier and again at the lock. I count them at the lock.",
		"You never close the tide file, so the lock runs out of them. I close it.":         "You never close the tide file, so the lock runs out of them. I close it.",
		"Your pump starts before its pipe is full. I fill the pipe first.":                 "Your pump starts before its pipe is full. I fill the pipe first.",
		"You're reading the gauge while it moves. I wait until it stands.":                 "You're reading the gauge while it moves. I wait until it stands.",

		"You can move the pump to the pier. I filled the pipe.":                 "",
		"You asked for a lamp at the pier. I put one there.":                    "",
		"You see the lamp from the pier. I moved it.":                           "",
		"Your lamp at the pier is ready. I put it on the left.":                 "",
		"Fixed. All 40 tests pass.":                                             "",
		"It works now, I pushed it.":                                            "",
		"The pier page is green again. I pushed the commit.":                    "",
		"I moved the buoy list to buoys.go. It has 90 lines.":                   "",
		"Probably the sluice sends too much. I lowered the rate.":               "",
		"The sluice could be too slow. I raised the rate.":                      "",
		"The sluice sends too much. I'll lower the rate.":                       "",
		"The sluice sends too much. Shall I lower the rate?":                    "",
		"The sluice sends too much. I looked at the rate.":                      "",
		"Lighthouses help ships. **Improved lamps**: brighter lamps help, too.": "",
		"Lighthouses help ships. Set a lamp at the pier.":                       "",
		"Lighthouses help ships. I recommend a lamp at the pier.":               "",
		"Lighthouses help ships. I'd put a lamp at the pier.":                   "",
		"Lighthouses help ships. I've got some lamps for the pier:":             "",
		"Lighthouses help ships. Some lamps have been built on piers.":          "",
		"The list names lamps. You no longer need them.":                        "",
		"Your pump runs dry. You can now open the valve.":                       "",
		"First open the valve. Then wait a minute. Then start the pump.":        "",
		"A mutex has one owner. A semaphore counts. Neither is for now.":        "",
		"The harbour uses two queues. Messages are kept for a day.":             "",
		"The sluice sends too much. The whole lock works now.":                  "",
		"The dredger reads an old map. It shows a pier that no longer exists.":  "",
		"The pump leaked all night. We have replaced the hose.":                 "The pump leaked all night. We have replaced the hose.",
	} {
		span, ok := Mended(reply, Sentences(reply))
		if got := reply[span.Start:span.End]; ok != (want != "") || got != want {
			t.Errorf("%q: %q, want %q", reply, got, want)
		}
	}
}

func TestWhatGoesWrong(t *testing.T) {
	for prompt, want := range map[string]Fault{
		"the tide table skips the last row":                     LikelyFault,
		"the lock gate opens too early, can you check":          SureFault,
		"the lamp shows 3 boats at night can you um check that": SureFault,
		"why does the gull counter stop at night":               SureFault,
		"can you find out why the lamp blinks":                  SureFault,
		"why do we see two mails for each berth":                SureFault,
		"we get two mails for each berth, still":                SureFault,
		"we sometimes lose a boat at night":                     SureFault,
		"i get logged out every hour":                           SureFault,
		"i can't open the pier page on my phone":                SureFault,
		"ferry times render twice?":                             SureFault,
		"what's wrong with the crane's limit":                   SureFault,
		"maps dont load for guests":                             SureFault,
		"fix the broken buoy upload":                            SureFault,
		"cron never starts the dredger report":                  SureFault,
		"the pier page lost two photos, no idea when":           SureFault,
		"the harbour runs on port 8080":                         MaybeFault,
		"the dredger lives in its own service":                  MaybeFault,
		"Ida does the pier page now":                            NoFault,
		"why do we keep the berths in a file of their own":      NoFault,
		"why do people count gulls":                             NoFault,
		"how does the sluice work":                              NoFault,
		"is the tide table cached?":                             NoFault,
		"add a test for the crane":                              NoFault,
		"don't touch the pier page":                             NoFault,
		"we use two queues for the harbour":                     NoFault,
		"the pier page should have three columns":               NoFault,
		"here's what the lamp says":                             NoFault,
		"it's nice to have a pier":                              NoFault,
		"thanks, that helped":                                   NoFault,
		"ferry tables in csv, crane tables not":                 SureFault,

		"node 20, pnpm not npm!!":                                     NoFault,
		"black not yapf":                                              NoFault,
		"tabs not spaces!":                                            NoFault,
		"no berth tables without a title please":                      NoFault,
		"we never keep keys in the repo":                              NoFault,
		"error messages in Danish, not German":                        NoFault,
		"the pump fails again, always oil it":                         SureFault,
		"we never get into details in commits":                        NoFault,
		"colour map viridis never jet":                                NoFault,
		"the berth list is in markdown, not rst":                      MaybeFault,
		"logs go to stderr, not to stdout":                            MaybeFault,
		"no lock files in the repo":                                   MaybeFault,
		"no default exports, no any":                                  NoFault,
		"commits without emojis":                                      MaybeFault,
		"without a pilot, berths are given by the length of the boat": MaybeFault,
		"without a pilot the lock gate fails to open":                 SureFault,
		"fair on fridays, nothing on mondays":                         MaybeFault,
		"we never get the tide mails":                                 SureFault,
		"the tide mails are not sent":                                 SureFault,
		"maps not loading":                                            SureFault,
		"tide page, not reachable":                                    SureFault,
		"no result for the tide page":                                 SureFault,
		"no mails since monday":                                       SureFault,
		"no tide table, still":                                        SureFault,
		"the wrong tide, not ours":                                    SureFault,
		"guests see the pier, crew not":                               SureFault,
		"panic: runtime error at main.go:3":                           NoFault,
		"crash reports go to the mill":                                MaybeFault,
		"the crash report page is broken":                             SureFault,
		"crashes go to the mill":                                      SureFault,
		"display error again on the pier page":                        SureFault,
		"transform error again: no chart for the pier":                SureFault,
		"crane motor E18 again":                                       SureFault,
		"log errors again":                                            NoFault,
		"run the tide job again":                                      NoFault,
		"print page B7 again":                                         NoFault,
	} {
		if got := FaultOf(prompt); got != want {
			t.Errorf("%q: %v, want %v", prompt, got, want)
		}
	}
}

func TestWhatWasNotMended(t *testing.T) {
	for prompt, want := range map[string]bool{
		"no, that's not it":                      true,
		"still the same":                         true,
		"no that's worse":                        true,
		"hm it still blinks? no. still broken":   false,
		"it still crashes when the tide turns":   true,
		"that didn't help":                       true,
		"doesnt work, same error":                true,
		"same error":                             true,
		"it still needs a line in the changelog": false,
		"same for the pier page please":          false,
		"works, thanks":                          false,
		"don't change the crane":                 false,
		"no more for today":                      false,
	} {
		if got := NotMended(prompt); got != want {
			t.Errorf("%q: %v", prompt, got)
		}
	}
}

func TestWhatStillGoesOn(t *testing.T) {
	for prompt, want := range map[string]string{
		"it still crashes when the tide turns":   termOf("crashes"),
		"the crane lamp still flickers, 2 today": termOf("flickers"),
		"hm still blinking":                      termOf("blinking"),
		"it still needs a line in the changelog": "",
		"the crane lamp flickers again":          termOf("flickers"),
		"run the tests again":                    "",
		"please do the lamps again":              "",
		"still there?":                           "",
		"is the lamp still on":                   "",
		"the lamp flickers":                      "",
	} {
		if got := StillDoes(prompt); got != want {
			t.Errorf("%q: %q", prompt, got)
		}
	}
}
