import type { PolicyLine } from '#protocol/policies.ts'

/** In spaces. */
const INDENT = 2

/** A heading, its contents and an empty line. */
export function section(heading: string, ...contents: string[]): PolicyLine[] {
  const lines = contents.map(content => line(content, INDENT))
  return withEmptyLineAfter([{ ...line(heading), isBold: true }, ...lines])
}

/** Unindented lines and an empty line. */
export function paragraph(...contents: string[]): PolicyLine[] {
  return withEmptyLineAfter(contents.map(content => line(content)))
}

function line(content: string, numLeadingSpaces = 0): PolicyLine {
  return { content, isBold: false, numLeadingSpaces, numFollowingEmptyLines: 0 }
}

function withEmptyLineAfter(lines: PolicyLine[]): PolicyLine[] {
  return lines.map((each, index) => ({ ...each, numFollowingEmptyLines: index === lines.length - 1 ? 1 : 0 }))
}
