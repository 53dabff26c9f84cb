import { beforeAll, expect, test, vi } from 'vitest'
import { chooseLanguage, completeCatalogue, t } from './language.ts'

const { arrival, arrive } = vi.hoisted(() => {
  let arrive = () => {}
  const arrival = new Promise<void>(resolve => {
    arrive = resolve
  })
  return { arrival, arrive }
})

vi.mock(import('#protocol/text/ko.ts'), async importOriginal => {
  await arrival
  return await importOriginal()
})

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} })
})

test('ignores messages that arrive after the language was changed', async () => {
  const completing = completeCatalogue()
  await chooseLanguage('en')
  arrive()
  await completing
  expect(t('notes.save')).toBe('Save')
})
