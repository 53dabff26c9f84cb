import { useState } from 'react'
import type { PersonView } from '#protocol/accounts.ts'

interface Found {
  people: PersonView[]
  /** Increments with each search. */
  searchNo: number
}

/**
 * Search results and selection. The selection outlives a search, so that friends from several searches can
 * be selected.
 */
export function useMemberSelection() {
  const [found, setFound] = useState<Found | null>(null)
  const [selected, setSelected] = useState<PersonView[]>([])

  return {
    found,
    selected,
    selectedNos: selected.map(({ userNo }) => userNo),
    find: (people: PersonView[]) => setFound(before => ({ people, searchNo: (before?.searchNo ?? 0) + 1 })),
    toggle(person: PersonView) {
      const others = selected.filter(({ userNo }) => userNo !== person.userNo)
      setSelected(others.length < selected.length ? others : [...selected, person])
    },
  }
}
