import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tabStorage } from '#client/platform/browser/storage.ts'
import {
  assignViewStates,
  assignViewStatesToVisitor,
  belongsToVisitor,
  consumeReturnUrl,
  persistedViewStateAtom,
  resetViewStates,
  saveReturnUrl,
  viewStateAtom,
} from './viewState.ts'

const EMPTY_DRAFT = { title: '', text: '' }
const DRAFT = { title: '맛보기', text: '' }

beforeEach(() => void vi.stubGlobal('window', new EventTarget()))
afterEach(() => {
  assignViewStatesToVisitor()
  resetViewStates()
})

const JIEUN = 1
const HARIN = 2
const store = getDefaultStore()

/** The values as read by screens that are opened for the first time since the page load. */
const opinion = () => store.get(persistedViewStateAtom({ opinion: '' }, 'opinion'))
const trialDraft = () => store.get(persistedViewStateAtom(EMPTY_DRAFT, 'carried_text'))

test('signing out resets values of screens that have not been opened since the page load', () => {
  tabStorage.setItem('opinion', JSON.stringify({ opinion: '어두운 화면' }))
  resetViewStates()
  expect(opinion()).toEqual({ opinion: '' })
})

test('keeps the values for the user whose session ended, and resets them for another user', () => {
  assignViewStates(JIEUN)
  const written = persistedViewStateAtom({ opinion: '' }, 'opinion')
  store.set(written, { opinion: '어두운 화면' })
  assignViewStates(JIEUN)
  expect(opinion()).toEqual({ opinion: '어두운 화면' })

  assignViewStates(HARIN)
  expect(store.get(written)).toEqual({ opinion: '' })
  expect(opinion()).toEqual({ opinion: '' })
})

test('passes the values of a visitor to the user who signs in, also after another user', () => {
  assignViewStates(JIEUN)
  assignViewStatesToVisitor()
  const tried = viewStateAtom('')
  store.set(tried, '맛보기')
  store.set(persistedViewStateAtom(EMPTY_DRAFT, 'carried_text'), DRAFT)
  assignViewStates(HARIN)
  expect(trialDraft()).toEqual(DRAFT)
  expect(store.get(tried)).toBe('맛보기')
  resetViewStates()
  expect(trialDraft()).toEqual(EMPTY_DRAFT)
  expect(store.get(tried)).toBe('')
})

test('resets passed values for the next user, on open screens and in the storage', () => {
  const shown = persistedViewStateAtom(EMPTY_DRAFT, 'carried_text')
  store.set(shown, DRAFT)
  assignViewStates(JIEUN)
  assignViewStates(HARIN)
  expect(store.get(shown)).toEqual(EMPTY_DRAFT)
  expect(trialDraft()).toEqual(EMPTY_DRAFT)

  resetViewStates()
  tabStorage.setItem('carried_text', JSON.stringify(DRAFT))
  assignViewStates(JIEUN)
  expect(trialDraft()).toEqual(DRAFT)
  assignViewStates(HARIN)
  expect(trialDraft()).toEqual(EMPTY_DRAFT)
})

test('does not pass the values of a member to the next user', () => {
  const shown = persistedViewStateAtom(EMPTY_DRAFT, 'carried_text')
  store.set(shown, DRAFT)
  expect(belongsToVisitor('carried_text')).toBe(true)
  assignViewStates(JIEUN)
  assignViewStatesToVisitor()
  expect(belongsToVisitor('carried_text')).toBe(false)
  store.set(shown, { ...DRAFT, text: '다시' })
  expect(belongsToVisitor('carried_text')).toBe(true)
})

test('does not return the saved address of another user', () => {
  assignViewStates(JIEUN)
  saveReturnUrl('/home?q=생일')
  assignViewStates(JIEUN)
  expect(consumeReturnUrl()).toBe('/home?q=생일')

  saveReturnUrl('/home?q=생일')
  assignViewStatesToVisitor()
  assignViewStates(HARIN)
  expect(consumeReturnUrl()).toBeNull()

  assignViewStatesToVisitor()
  saveReturnUrl('/friends')
  assignViewStates(JIEUN)
  expect(consumeReturnUrl()).toBe('/friends')
})

test('asks before the page is closed while a text does not fit into the tab’s storage', () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const written = persistedViewStateAtom({ opinion: '' }, 'opinion')
  store.set(written, { opinion: '어두운 화면' })
  expect(asks()).toBe(true)
  store.set(written, { opinion: '' })
  expect(asks()).toBe(false)
})

test('ignores malformed values in the tab’s storage', () => {
  tabStorage.setItem('opinion', '{"opinion":')
  expect(opinion()).toEqual({ opinion: '' })
})
