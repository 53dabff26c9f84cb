import { beforeAll, expect, test, vi } from 'vitest'
import { chooseLanguage, completeCatalogue, t } from './language.ts'

const { isAwaited, letCome } = vi.hoisted(() => {
  let letCome = () => {}
  const isAwaited = new Promise<void>(resolve => {
    letCome = resolve
  })
  return { isAwaited, letCome }
})

vi.mock(import('#protocol/text/ko.ts'), async importOriginal => {
  await isAwaited
  return await importOriginal()
})

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} })
})

test('sentences that come after another language was chosen do not take its place', async () => {
  const completing = completeCatalogue()
  await chooseLanguage('en')
  letCome()
  await completing
  expect(t('notes.save')).toBe('Save')
})
