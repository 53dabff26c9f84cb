import { useState } from 'react'
import type { PersonView } from '#protocol/accounts.ts'

interface Found {
  people: PersonView[]
  /** Tells one search from the next. */
  searchNo: number
}

/** Who was found and who is selected. A selection outlives its search, so that friends can be gathered one by one. */
export function useGathering() {
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
    clear() {
      setFound(null)
      setSelected([])
    },
  }
}
export type Gathering = ReturnType<typeof useGathering>
