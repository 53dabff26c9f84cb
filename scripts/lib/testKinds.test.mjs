import { existsSync } from 'node:fs'
import { createFilter } from 'vite'
import { describe, expect, it } from 'vitest'
import vitestConfig from '../../vitest.config.ts'
import { sourceFiles } from '../checks/sourceFiles.mjs'
import { root } from './project.mjs'
import { findTest, kindOf, projectOf } from './testKinds.mjs'

const tests = sourceFiles(['.test.ts', '.test.tsx', '.test.mjs', '.spec.ts'])
const projects = vitestConfig.test.projects.map(({ test: { name, include, exclude } }) => ({
  project: name.replace(/-isolated$/, ''),
  includes: createFilter(include, exclude, { resolve: root }),
}))

it('finds the Vitest project of each test file', () => {
  const projectInConfig = path =>
    path.startsWith('tests/browser/')
      ? 'browser'
      : projects
          .filter(({ includes }) => includes(root + path))
          .map(({ project }) => project)
          .join()
  const describeAll = of => tests.map(path => `${of(path)} ${path}`)
  expect(describeAll(path => projectOf(kindOf(path)))).toEqual(describeAll(projectInConfig))
})

describe('findTest', () => {
  const options = { root, from: `${root}tests/live`, exists: existsSync }

  it.each(['model.test.ts', 'tests/live/model.test.ts', `${root}tests/live/model.test.ts`])(
    'finds %s',
    typed => {
      expect(findTest(typed, options)).toEqual({ kind: 'live', path: 'tests/live/model.test.ts' })
    },
  )

  it.each([
    [undefined, '적어 주세요'],
    ['tests/live/nothing.test.ts', '파일이 없어요'],
    ['tests/support/node.ts', '테스트 파일이 아니에요'],
    ['README.md', '테스트 파일이 아니에요'],
  ])('rejects %s', (typed, sentence) => {
    expect(findTest(typed, options).error).toContain(sentence)
  })
})
