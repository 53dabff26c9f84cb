import { type ReactNode, useState } from 'react'
import { BlockConfirm, BlockedMark, useBlocking } from '#client/features/blocking/BlockButton.tsx'
import { ReportDialog } from '#client/features/reports/ReportDialog.tsx'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { type Action, ActionMenu } from '#client/ui/Dropdown.tsx'
import { LoadFailure } from '#client/ui/ListStates.tsx'
import { SearchField } from '#client/ui/TextField.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { ParticipantsView, ParticipantView } from '#protocol/hubs.ts'
import { searchTextOf } from '#protocol/searchText.ts'
import { MemberAvatars, MemberRows, membersText } from './MemberList.tsx'
import { RemoveMemberConfirm, useMemberRemoval } from './memberRemoval.tsx'

/** Avatars in the bar of a room. Phones have space for three. */
const AVATARS_MAX = 5
/** A list of more members can be searched. */
const SEARCHED_FROM = 12

export interface MembersQuery {
  data: ParticipantsView | undefined
  isError: boolean
  error: unknown
  isFetching: boolean
  refetch: () => Promise<unknown>
}

interface RoomMembersProps {
  hubNo: number
  query: MembersQuery
  /** The members who view the room now. */
  present: ReadonlySet<number>
  myNo: number
  onInvite: () => void
}

/** The avatars of the members, which open the list of members. */
export function RoomMembers({ hubNo, query, present, myNo, onInvite }: RoomMembersProps) {
  const [isOpen, setOpen] = useState(false)
  const members = query.data?.participants ?? []
  const close = () => setOpen(false)
  const label = labelOf(query, present)
  return (
    <>
      <Button
        kind="quiet"
        className="room-header__members"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={label}
        onClick={() => setOpen(true)}
      >
        <span className="visually-hidden">{label}</span>
        {query.isError && !query.data ? (
          <ToolIcon name="talk" />
        ) : (
          <MemberAvatars
            members={otherMembers(members, myNo)}
            present={present}
            myNo={myNo}
            max={AVATARS_MAX}
          />
        )}
      </Button>
      <Dialog open={isOpen} onClose={close} title={label}>
        <div className="members">
          <Button
            onClick={() => {
              close()
              onInvite()
            }}
          >
            <ToolIcon name="link" />
            {t('invitations.open')}
          </Button>
          <LoadFailure query={query} title={t('hubs.loadFailed')} />
          {query.data && <Members hubNo={hubNo} members={members} present={present} myNo={myNo} />}
        </div>
      </Dialog>
    </>
  )
}

/** The other members, or the user alone. */
function otherMembers(members: ParticipantView[], myNo: number): ParticipantView[] {
  return members.length > 1 ? members.filter(({ userNo }) => userNo !== myNo) : members
}

function labelOf({ data, isError }: MembersQuery, present: ReadonlySet<number>): string {
  if (data === undefined) return t(isError ? 'hubs.loadFailedHeader' : 'discussion.membersPending')
  return membersText(data.participants, present)
}

interface MembersProps {
  hubNo: number
  members: ParticipantView[]
  present: ReadonlySet<number>
  myNo: number
}

/** The user, then the other members in the order of joining, with a menu for each. */
function Members({ hubNo, members, present, myNo }: MembersProps) {
  const [query, setQuery] = useState('')
  const [reported, setReported] = useState<ParticipantView | null>(null)
  const [isReporting, setReporting] = useState(false)
  const blocking = useBlocking()
  const removal = useMemberRemoval({ hubNo, members, myNo })

  const shownMembers = matching(members, query).toSorted(
    (a, b) => Number(b.userNo === myNo) - Number(a.userNo === myNo),
  )

  function report(person: ParticipantView) {
    setReported(person)
    setReporting(true)
  }

  const actionsFor = (person: ParticipantView): Action[] => {
    const isBlocked = blocking.isBlocked(person.userNo)
    return [
      { label: t('reports.report'), icon: 'flag', run: () => report(person) },
      {
        label: t(isBlocked ? 'blocking.unblock' : 'blocking.block'),
        icon: 'off',
        isDangerous: !isBlocked,
        run: () => blocking.toggleConfirm(person.userNo),
      },
      ...(removal.canRemove(person)
        ? [
            {
              label: t('invitations.removeMember'),
              icon: 'leave',
              isDangerous: true,
              run: () => removal.toggleConfirm(person.userNo),
            } satisfies Action,
          ]
        : []),
    ]
  }

  const questionFor = (person: ParticipantView): ReactNode => {
    if (removal.confirmingNo === person.userNo)
      return <RemoveMemberConfirm person={person} removal={removal} />
    return blocking.confirmingNo === person.userNo && <BlockConfirm person={person} blocking={blocking} />
  }

  return (
    <>
      {(members.length > SEARCHED_FROM || query !== '') && (
        <SearchField label={t('discussion.findMember')} value={query} onChange={setQuery} />
      )}
      {members.some(({ userNo }) => blocking.isBlocked(userNo)) && (
        <p className="members__blocked">{t('blocking.inRoom')}</p>
      )}
      {shownMembers.length === 0 && <p role="status">{t('hubs.noResults')}</p>}
      <MemberRows
        members={shownMembers}
        present={present}
        myNo={myNo}
        markOf={({ userNo }) => blocking.isBlocked(userNo) && <BlockedMark />}
        actionFor={person => (
          <ActionMenu
            label={t('discussion.memberMore', { name: person.userName })}
            actions={actionsFor(person)}
          />
        )}
        questionFor={questionFor}
      />
      {reported && (
        <ReportDialog
          key={reported.userNo}
          subject={{ kind: 'person', hubNo, person: reported }}
          open={isReporting}
          onClose={() => setReporting(false)}
        />
      )}
    </>
  )
}

/** Members whose name contains the search text. */
function matching(members: ParticipantView[], query: string): ParticipantView[] {
  const searchText = searchTextOf(query).trim()
  return members.filter(({ userName }) => searchTextOf(userName).includes(searchText))
}
