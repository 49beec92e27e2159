package main

import "github.com/spf13/cobra"

func benchCmd(a *app) *cobra.Command { return &cobra.Command{Use: "bench", Hidden: true} }
func evalCmd(a *app) *cobra.Command  { return &cobra.Command{Use: "eval", Hidden: true} }
