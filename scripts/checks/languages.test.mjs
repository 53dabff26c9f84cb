import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'
import { sourceFiles } from './sourceFiles.mjs'

/** Where one language may be meant and not any: its own texts, and the table. */
const OWN = /^protocol\/text\/([a-z]{2}\/|[a-z]{2}\.ts$|languages\.ts$)/
/** In quotes, or as a locale; that signs are compared by the rules of one has nothing to do with what is spoken. */
const NAMED = /(?<!localeCompare\(.*)(["'])(?:ko|en)(?:-[A-Z]{2})?\1(?!, numericOrdering)/

const named = sourceFiles(['.ts', '.tsx'])
  .filter(path => /^(protocol|server|client)\//.test(path) && !OWN.test(path) && !/\.test\.tsx?$/.test(path))
  .flatMap(path =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (NAMED.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )

test('no language is named but in its texts and in the table, so that a further one is a folder and a row', () => {
  expect(named, 'Take what you need from protocol/text/languages.ts').toEqual([])
})

test('the page speaks the default language before its script does', () => {
  const [, byDefault] =
    /DEFAULT_LANGUAGE = '(\w+)'/.exec(readFileSync(join(root, 'protocol/text/languages.ts'), 'utf8')) ?? []
  expect(readFileSync(join(root, 'client/index.html'), 'utf8')).toContain(`<html lang="${byDefault}">`)
})

test.each(["language === 'ko'", 'new Intl.NumberFormat("en-GB")', "chooseLanguage('en')"])(
  '%s is found',
  line => {
    expect(line).toMatch(NAMED)
  },
)
