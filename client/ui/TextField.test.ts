import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { TextArea } from './TextArea.tsx'
import { TextField } from './TextField.tsx'

beforeAll(completeCatalogue)

const fields = Object.entries({ TextField, TextArea })

test.each(fields)('a %s counts decomposed Hangul by the syllable, as the server does', (_, Field) => {
  const drawn = renderToStaticMarkup(
    createElement<Parameters<typeof TextField>[0] & Parameters<typeof TextArea>[0]>(Field, {
      label: '제목',
      max: 4,
      value: '한글이름'.normalize('NFD'),
      onChange: () => undefined,
    }),
  )
  expect(drawn).toContain('4/4자')
  expect(drawn).not.toContain('aria-invalid')
})
