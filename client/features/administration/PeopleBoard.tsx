import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useDebouncedValue } from '#client/platform/browser/useTimers.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { FilterChip } from '#client/ui/ListFilters.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { SearchField } from '#client/ui/TextField.tsx'
import {
  type AdminUserView,
  endSessionsOf,
  lookUpPeople,
  peopleQueryField,
  suspendPerson,
} from '#protocol/administration.ts'
import { PEOPLE_LOOKED_UP_MAX } from '#protocol/limits.ts'
import './administration.css'

const PAUSE_MS = 300
/** Rows before any search. */
const NEWEST_SHOWN = 5
const ROW_PX = 76

/** User search for administrators, the newest users first. */
export function PeopleBoard() {
  const [input, setInput] = useState('')
  const [onlySuspended, setOnlySuspended] = useState(false)
  const debounced = useDebouncedValue(input, PAUSE_MS)
  const query = peopleQueryField.safeParse(debounced).data ?? ''
  const result = useQuery(peopleQuery({ query, onlySuspended }))
  const isOverview = query === '' && !onlySuspended
  const people = result.data?.people.slice(0, isOverview ? NEWEST_SHOWN : PEOPLE_LOOKED_UP_MAX) ?? []
  return (
    <div className="people" aria-busy={result.isPlaceholderData}>
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
          value={input}
          onChange={setInput}
        />
      </div>
      <LoadFailure query={result} title={t('suspension.loadFailed')} />
      {result.isPending && <SkeletonRows rows={3} height={ROW_PX} />}
      {result.data && people.length === 0 && (
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

const QUESTIONS = {
  suspend: 'suspension.suspendAsk',
  lift: 'suspension.liftAsk',
  endSessions: 'suspension.endSessionsAsk',
} as const

/** A user with actions; each asks for confirmation. */
function PersonItem({ person }: { person: AdminUserView }) {
  const { userNo, userName: name, profPic, email, sessions } = person
  const auth = useAtomValue(authAtom)
  const [pendingAction, setPendingAction] = useState<keyof typeof QUESTIONS | null>(null)
  const userAction = useUserAction(userNo)
  const isSuspended = person.suspendedAt !== null
  const isOneself = userNo === auth.userNo

  return (
    <li className="person-item">
      <div className="person-item__row">
        <Avatar size="grouped" person={{ userNo, name, picture: profPic || null }} />
        <div className="person-item__text">
          <p className="person-item__name">
            <strong>{name}</strong>
            {isOneself && <MeBadge />}
            {person.isAdministrator && (
              <span className="person-item__mark">{t('suspension.administrator')}</span>
            )}
            {isSuspended && (
              <span className="person-item__mark person-item__mark--suspended">
                {t('suspension.suspended')}
              </span>
            )}
          </p>
          <p className="person-item__meta">
            <span>{email}</span>
            <LabeledTime label={t('suspension.joined')} at={person.joinedAt} />
            {person.suspendedAt && (
              <LabeledTime label={t('suspension.suspendedSince')} at={person.suspendedAt} />
            )}
            {person.lastSeen && <LabeledTime label={t('suspension.lastSeen')} at={person.lastSeen} />}
            <span>
              {sessions > 0 ? t('suspension.sessions', { count: sessions }) : t('suspension.notSignedIn')}
            </span>
          </p>
        </div>
        {!isOneself && (
          <div className="person-item__buttons">
            {sessions > 0 && (
              <Button
                kind="quiet"
                aria-label={t('suspension.endSessionsName', { name })}
                aria-expanded={pendingAction === 'endSessions'}
                onClick={() => setPendingAction('endSessions')}
              >
                {t('suspension.endSessions')}
              </Button>
            )}
            {isSuspended ? (
              <Button
                kind="quiet"
                aria-label={t('suspension.liftName', { name })}
                aria-expanded={pendingAction === 'lift'}
                onClick={() => setPendingAction('lift')}
              >
                {t('suspension.lift')}
              </Button>
            ) : (
              <Button
                kind="quiet"
                aria-label={t('suspension.suspendName', { name })}
                aria-expanded={pendingAction === 'suspend'}
                onClick={() => setPendingAction('suspend')}
              >
                {t('suspension.suspend')}
              </Button>
            )}
          </div>
        )}
      </div>
      {pendingAction && (
        <Confirm
          key={pendingAction}
          question={t(QUESTIONS[pendingAction], { name })}
          detail={pendingAction === 'suspend' ? t('suspension.suspendMore') : undefined}
          confirmLabel={t(`suspension.${pendingAction}`)}
          busy={userAction.isPending}
          onConfirm={() => userAction.mutate(pendingAction, { onSettled: () => setPendingAction(null) })}
          onCancel={() => setPendingAction(null)}
        />
      )}
      {userAction.error && <Message kind="error">{failureText(userAction.error)}</Message>}
      {userAction.data?.success === false && <Message kind="error">{userAction.data.message}</Message>}
    </li>
  )
}

function LabeledTime({ label, at }: { label: string; at: string }) {
  return (
    <span>
      {label} <RelativeTime at={at} />
    </span>
  )
}

const PEOPLE_KEY = ['administration', 'people'] as const

export interface PeopleSearch {
  query: string
  onlySuspended: boolean
}

const peopleQuery = (searchFields: PeopleSearch) =>
  queryOptions({
    queryKey: [...PEOPLE_KEY, searchFields],
    queryFn: ({ signal }) => callApi(lookUpPeople, searchFields, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

export type UserAction = 'suspend' | 'lift' | 'endSessions'

/** An action on a user. Completes after the list has been refetched. */
function useUserAction(userNo: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (userAction: UserAction) =>
      userAction === 'endSessions'
        ? callApi(endSessionsOf, { userNo })
        : callApi(suspendPerson, { userNo, isSuspended: userAction === 'suspend' }),
    onSuccess: () => cache.invalidateQueries({ queryKey: PEOPLE_KEY }),
  })
}
