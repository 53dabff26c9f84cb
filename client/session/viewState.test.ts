import { getDefaultStore } from 'jotai'
import { afterEach, expect, test } from 'vitest'
import { tabStorage } from '#client/platform/browser/storage.ts'
import { keepViewStatesFor, keptViewStateAtom, resetViewStates } from './viewState.ts'

afterEach(resetViewStates)

const JIEUN = 1
const HARIN = 2
const store = getDefaultStore()

/** As it is read by a screen that is opened for the first time since the page was loaded. */
const opinion = () => store.get(keptViewStateAtom({ opinion: '' }, 'opinion'))
const carried = () => store.get(keptViewStateAtom({ title: '', text: '' }, 'carried_text'))

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
  tabStorage.setItem('carried_text', JSON.stringify({ title: '맛보기', text: '' }))
  keepViewStatesFor(HARIN)
  expect(carried()).toEqual({ title: '맛보기', text: '' })
  resetViewStates()
  expect(carried()).toEqual({ title: '', text: '' })
})
