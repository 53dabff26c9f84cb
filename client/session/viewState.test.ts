import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tabStorage } from '#client/platform/browser/storage.ts'
import { consumeReturnUrl, saveReturnUrl } from './returnAddress.ts'
import {
  isVisitors,
  keepViewStatesFor,
  keepViewStatesForVisitor,
  keptViewStateAtom,
  resetViewStates,
  viewStateAtom,
} from './viewState.ts'

const NOTHING = { title: '', text: '' }
const TASTED = { title: '맛보기', text: '' }

beforeEach(() => void vi.stubGlobal('window', new EventTarget()))
afterEach(() => {
  keepViewStatesForVisitor()
  resetViewStates()
})

const JIEUN = 1
const HARIN = 2
const store = getDefaultStore()

/** As it is read by a screen that is opened for the first time since the page was loaded. */
const opinion = () => store.get(keptViewStateAtom({ opinion: '' }, 'opinion'))
const trialDraft = () => store.get(keptViewStateAtom(NOTHING, 'carried_text'))

test('signing out forgets as well what stands on screens that were not opened since the page was loaded', () => {
  tabStorage.setItem('opinion', JSON.stringify({ opinion: '어두운 화면' }))
  resetViewStates()
  expect(opinion()).toEqual({ opinion: '' })
})

test('whose session ended goes on where they were, and nobody else does', () => {
  keepViewStatesFor(JIEUN)
  const written = keptViewStateAtom({ opinion: '' }, 'opinion')
  store.set(written, { opinion: '어두운 화면' })
  keepViewStatesFor(JIEUN)
  expect(opinion()).toEqual({ opinion: '어두운 화면' })

  keepViewStatesFor(HARIN)
  expect(store.get(written)).toEqual({ opinion: '' })
  expect(opinion()).toEqual({ opinion: '' })
})

test('what a visitor began comes along with whoever signs in, also where somebody else was before', () => {
  keepViewStatesFor(JIEUN)
  keepViewStatesForVisitor()
  const tried = viewStateAtom('')
  store.set(tried, '맛보기')
  store.set(keptViewStateAtom(NOTHING, 'carried_text'), TASTED)
  keepViewStatesFor(HARIN)
  expect(trialDraft()).toEqual(TASTED)
  expect(store.get(tried)).toBe('맛보기')
  resetViewStates()
  expect(trialDraft()).toEqual(NOTHING)
  expect(store.get(tried)).toBe('')
})

test("and is nobody else's from then on, on a screen that is open and where none was opened", () => {
  const shown = keptViewStateAtom(NOTHING, 'carried_text')
  store.set(shown, TASTED)
  keepViewStatesFor(JIEUN)
  keepViewStatesFor(HARIN)
  expect(store.get(shown)).toEqual(NOTHING)
  expect(trialDraft()).toEqual(NOTHING)

  resetViewStates()
  tabStorage.setItem('carried_text', JSON.stringify(TASTED))
  keepViewStatesFor(JIEUN)
  expect(trialDraft()).toEqual(TASTED)
  keepViewStatesFor(HARIN)
  expect(trialDraft()).toEqual(NOTHING)
})

test('what a member has left is not taken for what a visitor began', () => {
  const shown = keptViewStateAtom(NOTHING, 'carried_text')
  store.set(shown, TASTED)
  expect(isVisitors('carried_text')).toBe(true)
  keepViewStatesFor(JIEUN)
  keepViewStatesForVisitor()
  expect(isVisitors('carried_text')).toBe(false)
  store.set(shown, { ...TASTED, text: '다시' })
  expect(isVisitors('carried_text')).toBe(true)
})

test('nobody is led to where the session of somebody else ended', () => {
  keepViewStatesFor(JIEUN)
  saveReturnUrl('/home?q=생일')
  keepViewStatesFor(JIEUN)
  expect(consumeReturnUrl()).toBe('/home?q=생일')

  saveReturnUrl('/home?q=생일')
  keepViewStatesForVisitor()
  keepViewStatesFor(HARIN)
  expect(consumeReturnUrl()).toBeNull()

  keepViewStatesForVisitor()
  saveReturnUrl('/friends')
  keepViewStatesFor(JIEUN)
  expect(consumeReturnUrl()).toBe('/friends')
})

test('a text that the tab’s storage does not take is asked about before the page is closed, until it is sent', () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const written = keptViewStateAtom({ opinion: '' }, 'opinion')
  store.set(written, { opinion: '어두운 화면' })
  expect(asks()).toBe(true)
  store.set(written, { opinion: '' })
  expect(asks()).toBe(false)
})

test('what nobody of ours has put into the tab’s storage breaks nothing', () => {
  tabStorage.setItem('opinion', '{"opinion":')
  expect(opinion()).toEqual({ opinion: '' })
})
