import { expect, test } from 'vitest'
import { allLanguages, DEFAULT_LANGUAGE, languages } from './languages.ts'

const texts = Object.keys(import.meta.glob('./*/*.ts')).map(path => path.split('/').slice(1))
const folders = [...new Set(texts.map(([folder]) => folder))].toSorted()
const filesOf = (language: string) => texts.flatMap(([folder, file]) => (folder === language ? [file] : []))

test('each folder of texts is a supported language', () => {
  expect(folders, 'Give it a row in protocol/text/languages.ts, or texts in protocol/text').toEqual(
    allLanguages.toSorted(),
  )
})

test.each(allLanguages)('%s has the same text files as Korean', language => {
  const missing = filesOf(DEFAULT_LANGUAGE).filter(file => !filesOf(language).includes(file))
  expect(missing, `Write these in protocol/text/${language}`).toEqual([])
})

test.each(allLanguages)('%s has its own name and a supported locale', language => {
  const { name, locale } = languages[language]
  expect(new Intl.DisplayNames([language], { type: 'language' }).of(language)).toBe(name)
  expect(new Intl.Locale(locale).language).toBe(language)
  expect(Intl.DateTimeFormat.supportedLocalesOf(locale)).toEqual([locale])
})
