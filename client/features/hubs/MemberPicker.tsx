import { useAtomValue } from 'jotai'
import { type RefObject, useRef, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { shortNames } from '#client/ui/names.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import type { HubView } from '#protocol/hubs.ts'
import { HUB_NAME_MAX } from '#protocol/limits.ts'
import { FriendSearch, SearchResults } from './FriendSearch.tsx'
import { expectedMembers, isAlone } from './hubs.members.ts'
import { type HubListing, useAddFriends, useCreateHub } from './hubs.queries.ts'
import './memberPicker.css'

interface MemberPickerProps {
  selection: MemberSelection
  /** The hub to which friends are added; null creates a new hub. */
  targetHub: HubView | null
  listing: HubListing
  searchInput: RefObject<HTMLInputElement | null>
  onCancelAdding: () => void
  onReload: () => void
  /** Clears the previous message. */
  onTry: () => void
  onCreated: (hubNo: number) => void
  onAdded: () => void
  /** Error text that tells why nothing changed. */
  onRejected: (message: string, existingHubNo?: number) => void
  onFailed: (error: Error) => void
}

/** Searches and selects friends, then creates a hub with them or adds them to one. */
export function MemberPicker({ selection, targetHub, listing, searchInput, ...handlers }: MemberPickerProps) {
  const { userNo: myNo } = useAtomValue(authAtom)
  /** The hub whose confirmation is open. */
  const [confirmingHubNo, setConfirmingHubNo] = useState<number | null>(null)
  const [name, setName] = useState('')
  const creating = useCreateHub(listing.order)
  const adding = useAddFriends(listing)
  const { found, selected, selectedNos } = selection
  const isConfirmingAdd = confirmingHubNo !== null
  // Close the confirmation when the hub changes or nobody is selected.
  if (isConfirmingAdd && (confirmingHubNo !== targetHub?.hubNo || selected.length === 0))
    setConfirmingHubNo(null)

  function toggle(person: PersonView) {
    handlers.onTry()
    selection.toggle(person)
  }

  function create() {
    handlers.onTry()
    const input = { userNos: [myNo, ...selectedNos], name }
    creating.mutate(input, {
      onSuccess(reply) {
        if (!reply.success) return handlers.onRejected(reply.message, reply.existingHubNo)
        setName('')
        handlers.onCreated(reply.hubNo)
      },
      onError: handlers.onFailed,
    })
  }

  function askToAdd(hub: HubView) {
    if (expectedMembers(hub, myNo, selectedNos) === null)
      handlers.onRejected(t('hubs.sameMembers'), hub.hubNo)
    else setConfirmingHubNo(hub.hubNo)
  }

  function add(hub: HubView) {
    const expected = expectedMembers(hub, myNo, selectedNos)
    if (expected === null) return handlers.onRejected(t('hubs.sameMembers'), hub.hubNo)
    const callbacks = { onSettled: () => setConfirmingHubNo(null), onError: handlers.onFailed }
    adding.mutate(
      { hubNo: hub.hubNo, friends: selectedNos, expected },
      {
        ...callbacks,
        onSuccess: reply =>
          reply.success ? handlers.onAdded() : handlers.onRejected(reply.message, reply.existingHubNo),
      },
    )
  }

  return (
    <section className="member-picker" aria-label={t('hubs.search')} tabIndex={-1}>
      <FriendSearch inputRef={searchInput} onFound={selection.find} onReload={handlers.onReload}>
        {targetHub && (
          <div className="member-picker__mode">
            <p role="status">
              {isAlone(targetHub, myNo) && !targetHub.name
                ? t('hubs.addFriendsModeAlone')
                : t('hubs.addFriendsMode', { names: targetHub.name || shortNames(targetHub.names) })}
            </p>
            <Button onClick={handlers.onCancelAdding}>{t('common.cancel')}</Button>
          </div>
        )}
      </FriendSearch>
      <div role="status" className="visually-hidden">
        {found && t('hubs.foundCount', { count: found.people.length })}
      </div>
      {found && (
        <SearchResults
          key={found.searchNo}
          people={found.people}
          myNo={myNo}
          selectedNos={selectedNos}
          onToggle={toggle}
        />
      )}
      {selected.length > 0 && (
        <div className="member-picker__selected">
          <SelectedPeople people={selected} onDeselect={toggle} />
          <TextField
            label={t('hubs.newName')}
            hint={t('hubs.newNameHint')}
            max={HUB_NAME_MAX}
            value={name}
            onChange={setName}
            autoComplete="off"
          />
          <div className="member-picker__buttons">
            <Button kind={targetHub ? 'plain' : 'primary'} busy={creating.isPending} onClick={create}>
              {t('hubs.createRoom')}
            </Button>
            {targetHub && (
              <Button kind="primary" aria-expanded={isConfirmingAdd} onClick={() => askToAdd(targetHub)}>
                {t('hubs.addSelected')}
              </Button>
            )}
          </div>
        </div>
      )}
      {targetHub && isConfirmingAdd && (
        <Confirm
          question={t('hubs.addAsk')}
          confirmLabel={t('hubs.add')}
          kind="primary"
          busy={adding.isPending}
          onConfirm={() => add(targetHub)}
          onCancel={() => setConfirmingHubNo(null)}
        />
      )}
    </section>
  )
}

interface SelectedPeopleProps {
  people: PersonView[]
  onDeselect: (person: PersonView) => void
}

/** The selected users of all searches. A press deselects one. */
function SelectedPeople({ people, onDeselect }: SelectedPeopleProps) {
  const list = useRef<HTMLUListElement>(null)

  function deselect(person: PersonView, place: number) {
    // The pressed button is removed: focus the next or previous one.
    const buttons = list.current?.querySelectorAll('button')
    const nextButton = buttons?.[place + 1] ?? buttons?.[place - 1]
    nextButton?.focus()
    onDeselect(person)
  }

  return (
    <div className="selected-people">
      <p className="selected-people__count" role="status">
        {t('hubs.selectedCount', { count: people.length })}
      </p>
      <ul ref={list} className="selected-people__list">
        {people.map((person, place) => (
          <li key={person.userNo}>
            <button type="button" className="chip" onClick={() => deselect(person, place)}>
              <span className="visually-hidden">{t('hubs.deselectName', { name: person.userName })}</span>
              <Avatar
                person={{ userNo: person.userNo, name: person.userName, picture: person.profPic || null }}
              />
              <span className="chip__name" aria-hidden="true">
                {person.userName}
              </span>
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

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
    clear() {
      setFound(null)
      setSelected([])
    },
  }
}
export type MemberSelection = ReturnType<typeof useMemberSelection>
