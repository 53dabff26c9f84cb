import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'

const text = readFileSync(join(root, 'docs/live-rules.md'), 'utf8').replaceAll(/\s+/g, ' ')
const rules = text.split(/(?= \d+\. \*\*)/).slice(1)

test('the rules are numbered, and each names a test', () => {
  expect(rules.map(rule => Number.parseInt(rule, 10))).toEqual(rules.map((_, index) => index + 1))
  for (const rule of rules) expect(testsNamedIn(rule), rule).not.toEqual([])
})

test.each(rules.flatMap(testsNamedIn))('%s has "%s"', (path, name) => {
  expect(readFileSync(join(root, path), 'utf8')).toContain(name)
})

/** Paths of tests, each with the part of a test's name that follows it, if one does. */
function testsNamedIn(rule) {
  return Array.from(
    rule.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`(?: "([^"]+)")?/g),
    ([, path, name = '']) => [path, name],
  )
}
