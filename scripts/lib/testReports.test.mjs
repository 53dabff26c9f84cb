import { describe, expect, it } from 'vitest'
import { root } from './project.mjs'
import {
  countOfPlaywright,
  countOfVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  sum,
} from './testReports.mjs'

const vitestReport = (statuses, fileStatus = 'passed') => ({
  numTotalTests: statuses.length,
  numPassedTests: statuses.filter(status => status === 'passed').length,
  testResults: [{ status: fileStatus, assertionResults: statuses.map(status => ({ status })) }],
})

describe('countOfVitest', () => {
  it('counts a skipped test as failed', () => {
    expect(countOfVitest(vitestReport(['passed', 'skipped']), true)).toEqual({ passed: 1, failed: 1 })
  })

  it('counts a failed test once if its file failed too', () => {
    expect(countOfVitest(vitestReport(['passed', 'failed'], 'failed'), false)).toEqual({
      passed: 1,
      failed: 1,
    })
  })

  it('counts a file that could not be loaded', () => {
    expect(countOfVitest(vitestReport([], 'failed'), false)).toEqual({ passed: 0, failed: 1 })
  })

  it('counts an error outside all tests', () => {
    expect(countOfVitest(vitestReport(['passed']), false)).toEqual({ passed: 1, failed: 1 })
  })

  it('counts a run without tests or without a report as failed', () => {
    expect(countOfVitest(vitestReport([]), true)).toEqual({ passed: 0, failed: 1 })
    expect(countOfVitest(undefined, true)).toEqual({ passed: 0, failed: 1 })
  })
})

describe('countOfPlaywright', () => {
  it('counts flaky tests as passed and skipped tests as failed', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } }
    expect(countOfPlaywright(report, false)).toEqual({ passed: 6, failed: 3 })
  })
})

it('adds counts', () => {
  const counts = [
    { passed: 2, failed: 0 },
    { passed: 1, failed: 3 },
  ]
  expect(sum(counts)).toEqual({ passed: 3, failed: 3 })
})

it('lists failed Vitest tests and files that could not be loaded', () => {
  const report = {
    testResults: [
      {
        name: `${root}tests/a.test.ts`,
        status: 'failed',
        assertionResults: [
          { fullName: 'one', status: 'passed', failureMessages: [] },
          { fullName: 'two', status: 'failed', failureMessages: ['\u001b[31mexpected 1\u001b[39m\nto be 2'] },
          { fullName: 'three', status: 'skipped', failureMessages: [] },
          { fullName: 'four', status: 'passed', failureMessages: ['late'] },
        ],
      },
      { name: `${root}b.test.ts`, status: 'failed', message: 'no such import', assertionResults: [] },
      { name: `${root}c.test.ts`, status: 'passed', message: '', assertionResults: [] },
    ],
  }
  expect(failuresOfVitest(report)).toEqual([
    { where: 'tests/a.test.ts › two', why: 'expected 1\nto be 2' },
    { where: 'tests/a.test.ts › three', why: 'skipped' },
    { where: 'tests/a.test.ts › four (재시도에서 통과)', why: 'late' },
    { where: 'b.test.ts', why: 'no such import' },
  ])
})

it('lists failed Playwright tests, also inside groups', () => {
  const spec = (title, status, errors) => ({
    title,
    file: 'x.spec.ts',
    line: 7,
    tests: [{ status, results: [{ errors }] }],
  })
  const report = {
    suites: [
      {
        specs: [spec('one', 'expected', []), spec('two', 'unexpected', [{ message: 'not visible' }])],
        suites: [{ specs: [spec('three', 'skipped', []), spec('four', 'flaky', [{ message: 'late' }])] }],
      },
    ],
  }
  expect(failuresOfPlaywright(report)).toEqual([
    { where: 'x.spec.ts:7 › two', why: 'not visible' },
    { where: 'x.spec.ts:7 › three', why: 'skipped' },
    { where: 'x.spec.ts:7 › four (재시도에서 통과)', why: 'late' },
  ])
})

it('lists no failures without a report', () => {
  expect([failuresOfVitest(undefined), failuresOfPlaywright(undefined)]).toEqual([[], []])
})

it('shortens long messages', () => {
  const report = {
    testResults: [
      {
        name: `${root}a.test.ts`,
        status: 'failed',
        assertionResults: [{ fullName: 'one', status: 'failed', failureMessages: ['line\n'.repeat(50)] }],
      },
    ],
  }
  expect(failuresOfVitest(report)[0].why.split('\n')).toHaveLength(30)
})
