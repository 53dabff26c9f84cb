import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebouncedValue } from '#client/platform/browser/useDebouncedValue.ts'
import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { FilterChip } from '#client/ui/FilterChip.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SearchField } from '#client/ui/SearchField.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { PEOPLE_LOOKED_UP_MAX } from '#protocol/limits.ts'
import { peopleQueryField } from '#protocol/suspension.ts'
import { PersonItem } from './PersonItem.tsx'
import { peopleQuery } from './suspension.queries.ts'
import './people.css'

const PAUSE_MS = 300
/** Until somebody is looked for. */
const NEWEST_SHOWN = 5
const ROW_PX = 76

/** Finds people, for administrators: who came last stands first. */
export function PeopleBoard() {
  const [typed, setTyped] = useState('')
  const [onlySuspended, setOnlySuspended] = useState(false)
  const settled = useDebouncedValue(typed, PAUSE_MS)
  const query = peopleQueryField.safeParse(settled).data ?? ''
  const found = useQuery(peopleQuery({ query, onlySuspended }))
  const isOverview = query === '' && !onlySuspended
  const people = found.data?.people.slice(0, isOverview ? NEWEST_SHOWN : PEOPLE_LOOKED_UP_MAX) ?? []
  return (
    <div className="people" aria-busy={found.isPlaceholderData}>
      <div className="people__tools">
        <FilterChip isOn={!onlySuspended} onChoose={() => setOnlySuspended(false)}>
          {t('suspension.everybody')}
        </FilterChip>
        <FilterChip isOn={onlySuspended} onChoose={() => setOnlySuspended(true)}>
          {t('suspension.onlySuspended')}
        </FilterChip>
        <SearchField
          className="people__search"
          label={t('suspension.find')}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <LoadFailure query={found} title={t('suspension.loadFailed')} />
      {found.isPending && <SkeletonRows rows={3} height={ROW_PX} />}
      {found.data && people.length === 0 && (
        <EmptyState>
          {t(onlySuspended && query === '' ? 'suspension.noneSuspended' : 'suspension.nobody')}
        </EmptyState>
      )}
      {people.length > 0 && (
        <Card padded={false}>
          <ul aria-label={t('suspension.title')}>
            {people.map(person => (
              <PersonItem key={person.userNo} person={person} />
            ))}
          </ul>
        </Card>
      )}
      {people.length === (isOverview ? NEWEST_SHOWN : PEOPLE_LOOKED_UP_MAX) && (
        <p className="people__more">
          {t(isOverview ? 'suspension.newest' : 'suspension.first', { count: people.length })}
        </p>
      )}
    </div>
  )
}
