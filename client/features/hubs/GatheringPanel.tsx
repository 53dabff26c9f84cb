import { useAtomValue } from 'jotai'
import { type RefObject, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { shortNames } from '#client/ui/names.ts'
import { TextField } from '#client/ui/TextField.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import type { HubView } from '#protocol/hubs.ts'
import { HUB_NAME_MAX } from '#protocol/limits.ts'
import { FriendSearch } from './FriendSearch.tsx'
import { expectedMembers, isAlone } from './hubs.members.ts'
import { type HubListing, useAddFriends, useCreateHub } from './hubs.queries.ts'
import { SearchResults } from './SearchResults.tsx'
import { SelectedPeople } from './SelectedPeople.tsx'
import type { Gathering } from './useGathering.ts'
import './gathering.css'

interface GatheringPanelProps {
  gathering: Gathering
  /** The hub to which friends are being added; without one, they make a new hub. */
  growing: HubView | null
  listing: HubListing
  searchInput: RefObject<HTMLInputElement | null>
  onStopGrowing: () => void
  onReload: () => void
  /** Something else is being tried: what was said before is over. */
  onTry: () => void
  onCreated: (hubNo: number) => void
  onAdded: () => void
  /** The server's or our own sentence on why nothing was changed. */
  onRejected: (message: string, existingHubNo?: number) => void
  onFailed: (error: Error) => void
}

/** Seeks friends, keeps who is selected, and makes a hub of them or adds them to one. */
export function GatheringPanel({ gathering, growing, listing, searchInput, ...on }: GatheringPanelProps) {
  const { userNo: myNo } = useAtomValue(authAtom)
  /** The hub about which is asked whether to add the selected. */
  const [askedHubNo, setAskedHubNo] = useState<number | null>(null)
  const [name, setName] = useState('')
  const creating = useCreateHub(listing.order)
  const adding = useAddFriends(listing)
  const { found, selected, selectedNos } = gathering
  const asksToAdd = askedHubNo !== null
  // With another hub, or nobody, the question falls.
  if (asksToAdd && (askedHubNo !== growing?.hubNo || selected.length === 0)) setAskedHubNo(null)

  function toggle(person: PersonView) {
    on.onTry()
    gathering.toggle(person)
  }

  function create() {
    on.onTry()
    const made = { userNos: [myNo, ...selectedNos], name }
    creating.mutate(made, {
      onSuccess(reply) {
        if (!reply.success) return on.onRejected(reply.message, reply.existingHubNo)
        setName('')
        on.onCreated(reply.hubNo)
      },
      onError: on.onFailed,
    })
  }

  function askToAdd(hub: HubView) {
    if (expectedMembers(hub, myNo, selectedNos) === null) on.onRejected(t('hubs.sameMembers'), hub.hubNo)
    else setAskedHubNo(hub.hubNo)
  }

  function add(hub: HubView) {
    const expected = expectedMembers(hub, myNo, selectedNos)
    if (expected === null) return on.onRejected(t('hubs.sameMembers'), hub.hubNo)
    const done = { onSettled: () => setAskedHubNo(null), onError: on.onFailed }
    adding.mutate(
      { hubNo: hub.hubNo, friends: selectedNos, expected },
      {
        ...done,
        onSuccess: reply =>
          reply.success ? on.onAdded() : on.onRejected(reply.message, reply.existingHubNo),
      },
    )
  }

  return (
    <section className="gathering" aria-label={t('hubs.search')} tabIndex={-1}>
      <FriendSearch inputRef={searchInput} onFound={gathering.find} onReload={on.onReload}>
        {growing && (
          <div className="gathering__mode">
            <p role="status">
              {isAlone(growing, myNo) && !growing.name
                ? t('hubs.addFriendsModeAlone')
                : t('hubs.addFriendsMode', { names: growing.name || shortNames(growing.names) })}
            </p>
            <Button onClick={on.onStopGrowing}>{t('common.cancel')}</Button>
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
        <div className="gathering__selected">
          <SelectedPeople people={selected} onDeselect={toggle} />
          <TextField
            label={t('hubs.newName')}
            hint={t('hubs.newNameHint')}
            max={HUB_NAME_MAX}
            value={name}
            onChange={setName}
            autoComplete="off"
          />
          <div className="gathering__buttons">
            <Button kind={growing ? 'plain' : 'primary'} busy={creating.isPending} onClick={create}>
              {t('hubs.createRoom')}
            </Button>
            {growing && (
              <Button kind="primary" aria-expanded={asksToAdd} onClick={() => askToAdd(growing)}>
                {t('hubs.addSelected')}
              </Button>
            )}
          </div>
        </div>
      )}
      {growing && asksToAdd && (
        <Confirm
          question={t('hubs.addAsk')}
          confirmLabel={t('hubs.add')}
          kind="primary"
          busy={adding.isPending}
          onConfirm={() => add(growing)}
          onCancel={() => setAskedHubNo(null)}
        />
      )}
    </section>
  )
}
