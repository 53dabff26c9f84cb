import { expect, it } from 'vitest'
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs'
import { root } from './project.mjs'

it('names what Vitest saw fail, and files that could not be loaded', () => {
  const report = {
    testResults: [
      {
        name: `${root}tests/a.test.ts`,
        status: 'failed',
        assertionResults: [
          { fullName: 'one', status: 'passed', failureMessages: [] },
          { fullName: 'two', status: 'failed', failureMessages: ['\u001b[31mexpected 1\u001b[39m\nto be 2'] },
          { fullName: 'three', status: 'skipped', failureMessages: [] },
        ],
      },
      { name: `${root}b.test.ts`, status: 'failed', message: 'no such import', assertionResults: [] },
      { name: `${root}c.test.ts`, status: 'passed', message: '', assertionResults: [] },
    ],
  }
  expect(failuresOfVitest(report)).toEqual([
    { where: 'tests/a.test.ts › two', why: 'expected 1\nto be 2' },
    { where: 'tests/a.test.ts › three', why: 'skipped' },
    { where: 'b.test.ts', why: 'no such import' },
  ])
})

it('names what Playwright saw fail, in groups, too', () => {
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
    { where: 'x.spec.ts:7 › four (두 번째에 통과)', why: 'late' },
  ])
})

it('names nothing where there is no report', () => {
  expect([failuresOfVitest(undefined), failuresOfPlaywright(undefined)]).toEqual([[], []])
})

it('cuts what is long', () => {
  const report = {
    testResults: [
      {
        name: `${root}a.test.ts`,
        status: 'failed',
        assertionResults: [{ fullName: 'one', status: 'failed', failureMessages: ['line\n'.repeat(50)] }],
      },
    ],
  }
  expect(failuresOfVitest(report)[0].why.split('\n')).toHaveLength(12)
})
