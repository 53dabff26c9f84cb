import { expect, test, vi } from 'vitest'
import { chooseLanguage, currentLanguage, restoreLanguage } from './language.ts'

const english = vi.hoisted(() => {
  let arrive = () => {}
  const arrival = new Promise<void>(resolve => {
    arrive = resolve
  })
  return { arrival, arrive }
})

vi.mock(import('#protocol/text/en.ts'), async importOriginal => {
  await english.arrival
  return await importOriginal()
})

test('opens in the default language if the stored one does not load, and prefers a later choice', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', { getItem: () => 'en', setItem() {}, removeItem() {} })
  const restored = restoreLanguage()
  await vi.advanceTimersByTimeAsync(10_000)
  await restored
  expect(currentLanguage()).toBe('ko')

  const choosingEnglish = chooseLanguage('en')
  await chooseLanguage('ko')
  english.arrive()
  await choosingEnglish
  expect(currentLanguage()).toBe('ko')

  await chooseLanguage('en')
  expect(currentLanguage()).toBe('en')
})
