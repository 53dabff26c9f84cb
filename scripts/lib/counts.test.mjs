import { describe, expect, it } from 'vitest'
import { countOfPlaywright, countOfVitest, sum } from './counts.mjs'

const vitestReport = (statuses, fileStatus = 'passed') => ({
  numTotalTests: statuses.length,
  numPassedTests: statuses.filter(status => status === 'passed').length,
  testResults: [{ status: fileStatus, assertionResults: statuses.map(status => ({ status })) }],
})

describe('the count of a Vitest run', () => {
  it('counts a skipped test as failed', () => {
    expect(countOfVitest(vitestReport(['passed', 'skipped']), true)).toEqual({ passed: 1, failed: 1 })
  })

  it('counts a failed test once, though its file has failed too', () => {
    expect(countOfVitest(vitestReport(['passed', 'failed'], 'failed'), false)).toEqual({
      passed: 1,
      failed: 1,
    })
  })

  it('counts a file that could not be loaded', () => {
    expect(countOfVitest(vitestReport([], 'failed'), false)).toEqual({ passed: 0, failed: 1 })
  })

  it('counts an error outside of every test', () => {
    expect(countOfVitest(vitestReport(['passed']), false)).toEqual({ passed: 1, failed: 1 })
  })

  it('counts a run without tests or without a report as failed', () => {
    expect(countOfVitest(vitestReport([]), true)).toEqual({ passed: 0, failed: 1 })
    expect(countOfVitest(undefined, true)).toEqual({ passed: 0, failed: 1 })
  })
})

describe('the count of a Playwright run', () => {
  it('accepts what passed, also the second time, and nothing else', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } }
    expect(countOfPlaywright(report, false)).toEqual({ passed: 6, failed: 3 })
  })
})

it('adds up', () => {
  const counts = [
    { passed: 2, failed: 0 },
    { passed: 1, failed: 3 },
  ]
  expect(sum(counts)).toEqual({ passed: 3, failed: 3 })
})
