import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Message } from '#client/ui/Message.tsx'
import { shortNames } from '#client/ui/names.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { PersonView } from '#protocol/accounts.ts'
import type { HubView } from '#protocol/hubs.ts'
import { HUB_NAME_MAX, SEARCH_CANDIDATES_MAX } from '#protocol/limits.ts'
import { FriendSearchForm } from './FriendSearchForm.tsx'
import { expectedMembers, isAlone } from './hubs.members.ts'
import { type HubListing, useAddFriends, useCreateHub, useSearchFriends } from './hubs.queries.ts'
import { searchIntent } from './hubs.search.ts'
import { SearchResults } from './SearchResults.tsx'
import { SelectedPeople } from './SelectedPeople.tsx'
import { useMemberSelection } from './useMemberSelection.ts'
import './friendFinder.css'

interface FriendFinderProps {
  title: string
  /** Searched at once unless it is empty. */
  query: string
  /** The hub to which friends are added; null creates a new hub. */
  targetHub: HubView | null
  listing: HubListing
  onInvite: () => void
  onCreated: (hubNo: number) => void
  onClose: () => void
}

/** An error, or why nothing changed. `hubNo`: the existing room with the same members. */
interface Rejection {
  text: string
  hubNo?: number | undefined
}

/** Searches and selects friends, then creates a room with them or adds them to one. */
export function FriendFinder({
  title,
  query,
  targetHub,
  listing,
  onInvite,
  onCreated,
  onClose,
}: FriendFinderProps) {
  const { userNo: myNo } = useAtomValue(authAtom)
  const showToast = useSetAtom(showToastAtom)
  const selection = useMemberSelection()
  const [rejection, setRejection] = useState<Rejection | null>(null)
  const [name, setName] = useState('')
  const [isConfirmingAdd, setConfirmingAdd] = useState(false)
  const creating = useCreateHub(listing.order)
  const adding = useAddFriends(listing)
  const { found, selected, selectedNos } = selection
  const reject = (text: string, hubNo?: number) => setRejection({ text, hubNo })
  const callbacks = { onError: (error: Error) => reject(failureText(error)) }

  function toggle(person: PersonView) {
    setRejection(null)
    setConfirmingAdd(false)
    selection.toggle(person)
  }

  function create() {
    setRejection(null)
    const input = { userNos: [myNo, ...selectedNos], name }
    creating.mutate(input, {
      ...callbacks,
      onSuccess(reply) {
        if (!reply.success) return reject(reply.message, reply.existingHubNo)
        const link = { label: t('hubs.openMade'), to: paths.discussion(reply.hubNo) }
        showToast({ text: t('hubs.created'), link })
        onCreated(reply.hubNo)
      },
    })
  }

  function askToAdd(hub: HubView) {
    setRejection(null)
    if (expectedMembers(hub, myNo, selectedNos) === null) reject(t('hubs.sameMembers'), hub.hubNo)
    else setConfirmingAdd(true)
  }

  function add(hub: HubView) {
    const expected = expectedMembers(hub, myNo, selectedNos)
    if (expected === null) return reject(t('hubs.sameMembers'), hub.hubNo)
    adding.mutate(
      { hubNo: hub.hubNo, friends: selectedNos, expected },
      {
        ...callbacks,
        onSettled: () => setConfirmingAdd(false),
        onSuccess(reply) {
          if (!reply.success) return reject(reply.message, reply.existingHubNo)
          showToast({ text: t('hubs.added') })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog open title={title} onClose={onClose}>
      <div className="friend-finder" tabIndex={-1}>
        {targetHub && (
          <p className="friend-finder__target" role="status">
            {isAlone(targetHub, myNo) && !targetHub.name
              ? t('hubs.addFriendsModeAlone')
              : t('hubs.addFriendsMode', { names: targetHub.name || shortNames(targetHub.names) })}
          </p>
        )}
        <FriendSearch query={query} onFound={selection.find} />
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
        {(found === null || found.people.length === 0) && selected.length === 0 && (
          <button type="button" className="friend-finder__invite" onClick={onInvite}>
            <ToolIcon name="link" />
            <span>
              <b>{t('hubs.sendInvitation')}</b>
              <span className="friend-finder__hint">{t('hubs.sendInvitationHint')}</span>
            </span>
          </button>
        )}
        {selected.length > 0 && (
          <div className="friend-finder__selected">
            <SelectedPeople people={selected} onDeselect={toggle} />
            {targetHub === null && (
              <TextField
                label={t('hubs.newName')}
                hint={t('hubs.newNameHint')}
                max={HUB_NAME_MAX}
                value={name}
                onChange={setName}
                autoComplete="off"
              />
            )}
          </div>
        )}
        {rejection && (
          <div>
            <Message kind="error">{rejection.text}</Message>
            {rejection.hubNo !== undefined && (
              <Link to={paths.discussion(rejection.hubNo)} onClick={onClose}>
                {t('hubs.toThatRoom')}
              </Link>
            )}
          </div>
        )}
        {targetHub && isConfirmingAdd && (
          <Confirm
            question={t('hubs.addAsk')}
            confirmLabel={t('hubs.add')}
            kind="primary"
            busy={adding.isPending}
            onConfirm={() => add(targetHub)}
            onCancel={() => setConfirmingAdd(false)}
          />
        )}
        {selected.length > 0 && !isConfirmingAdd && (
          <div className="friend-finder__buttons">
            <Button kind={targetHub ? 'plain' : 'primary'} busy={creating.isPending} onClick={create}>
              {t('hubs.createRoom')}
            </Button>
            {targetHub && (
              <Button kind="primary" onClick={() => askToAdd(targetHub)}>
                {t('hubs.addSelected')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface FriendSearchProps {
  query: string
  onFound: (people: PersonView[]) => void
}

/** Searches users by e-mail address or phone number. */
function FriendSearch({ query: firstQuery, onFound }: FriendSearchProps) {
  const [query, setQuery] = useState(firstQuery)
  const [isTooMany, setTooMany] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const searching = useSearchFriends()

  function search() {
    const intent = searchIntent(query)
    if (intent.kind !== 'search' || searching.isPending) return
    setTooMany(intent.candidates.length > SEARCH_CANDIDATES_MAX)
    if (intent.candidates.length > SEARCH_CANDIDATES_MAX) return
    searching.mutate(intent.candidates, { onSuccess: ({ searchResults }) => onFound(searchResults) })
  }

  const searchFirst = useRef(search)
  useEffect(() => {
    if (firstQuery === '') input.current?.focus()
    else searchFirst.current()
  }, [firstQuery])

  function type(text: string) {
    setQuery(text)
    setTooMany(false)
    searching.reset()
  }

  return (
    <FriendSearchForm
      className="friend-search"
      field={input}
      query={query}
      onChange={type}
      onSubmit={search}
      error={errorOf(isTooMany, searching.error)}
    >
      <Button type="submit" busy={searching.isPending}>
        {t('hubs.searchButton')}
      </Button>
    </FriendSearchForm>
  )
}

function errorOf(isTooMany: boolean, error: Error | null): string | undefined {
  if (isTooMany) return t('hubs.tooManyCandidates', { max: SEARCH_CANDIDATES_MAX })
  return error ? `${t('hubs.searchFailed')} ${failureText(error)}` : undefined
}
