import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { TextArea, TextField } from './TextField.tsx'

beforeAll(completeCatalogue)

const fields = Object.entries({ TextField, TextArea })

test.each(fields)('%s counts decomposed Hangul by syllables, like the server', (_, Field) => {
  const html = renderToStaticMarkup(
    createElement<Parameters<typeof TextField>[0] & Parameters<typeof TextArea>[0]>(Field, {
      label: '제목',
      max: 4,
      value: '한글이름'.normalize('NFD'),
      onChange: () => undefined,
    }),
  )
  expect(html).toContain('4/4자')
  expect(html).not.toContain('aria-invalid')
})
