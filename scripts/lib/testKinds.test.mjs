import { existsSync } from 'node:fs'
import { createFilter } from 'vite'
import { describe, expect, it } from 'vitest'
import vitestConfig from '../../vitest.config.ts'
import { sourceFiles } from '../checks/sourceFiles.mjs'
import { root } from './project.mjs'
import { kindOf, projectOf, testToRun } from './testKinds.mjs'

const tests = sourceFiles(['.test.ts', '.test.tsx', '.test.mjs', '.spec.ts'])
const projects = vitestConfig.test.projects.map(({ test: { name, include, exclude } }) => ({
  project: name.replace(/-isolated$/, ''),
  includes: createFilter(include, exclude, { resolve: root }),
}))

it('knows of each test file what runs it', () => {
  const projectInConfig = path =>
    path.startsWith('tests/browser/')
      ? 'browser'
      : projects
          .filter(({ includes }) => includes(root + path))
          .map(({ project }) => project)
          .join()
  const toSay = of => tests.map(path => `${of(path)} ${path}`)
  expect(toSay(path => projectOf(kindOf(path)))).toEqual(toSay(projectInConfig))
})

describe('what test:one is asked for', () => {
  const place = { root, from: `${root}tests/live`, exists: existsSync }

  it.each(['model.test.ts', 'tests/live/model.test.ts', `${root}tests/live/model.test.ts`])(
    'finds %s',
    typed => {
      expect(testToRun(typed, place)).toEqual({ kind: 'live', path: 'tests/live/model.test.ts' })
    },
  )

  it.each([
    [undefined, '적어 주세요'],
    ['tests/live/nothing.test.ts', '파일이 없어요'],
    ['tests/support/node.ts', '테스트 파일이 아니에요'],
    ['README.md', '테스트 파일이 아니에요'],
  ])('says what is wrong with %s', (typed, sentence) => {
    expect(testToRun(typed, place).wrong).toContain(sentence)
  })
})
