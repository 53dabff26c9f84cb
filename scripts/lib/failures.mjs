/**
 * What failed, to be said again at the end of a long run: `{ where, why }` each, a file and a test's name, and what the
 * test said first. An error outside of every test has no place here; it is counted all the same.
 */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './project.mjs'

/** Enough for an assertion with its difference; the whole stands above and in the reports. */
const LINES_MAX = 12

/** @param report Vitest's JSON report; undefined when it wrote none. */
export function failuresOfVitest(report) {
  return (report?.testResults ?? []).flatMap(file => {
    const path = relative(root, file.name)
    const tests = file.assertionResults.filter(test => test.status !== 'passed')
    if (tests.length === 0) return file.status === 'failed' ? [failure(path, file.message)] : []
    return tests.map(test => failure(`${path} › ${test.fullName}`, test.failureMessages?.[0] ?? test.status))
  })
}

/** @param report Playwright's JSON report; undefined when it wrote none. */
export function failuresOfPlaywright(report) {
  return (report?.suites ?? []).flatMap(failuresOfSuite)
}

function failuresOfSuite({ specs = [], suites = [] }) {
  const failed = specs.filter(spec => spec.tests.some(test => test.status !== 'expected'))
  const own = failed.map(spec => {
    const test = spec.tests.find(({ status }) => status !== 'expected')
    const error = test.results.flatMap(result => result.errors)[0]
    const mark = test.status === 'flaky' ? ' (두 번째에 통과)' : ''
    return failure(`${spec.file}:${spec.line} › ${spec.title}${mark}`, error?.message ?? test.status)
  })
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

function failure(where, why) {
  return { where, why: stripVTControlCharacters(why).split('\n').slice(0, LINES_MAX).join('\n') }
}
