import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { hubListAtom } from '#client/features/hubs/hubs.state.ts'
import { RoomRail } from '#client/features/hubs/RoomRail.tsx'
import { TWO_PANES } from '#client/features/hubs/twoPanes.ts'
import { paths } from '#client/paths.ts'
import { useMediaQuery } from '#client/platform/browser/useMediaQuery.ts'
import { useNumberInAddress } from '#client/platform/router/pageInAddress.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { HubDiscussion } from './HubDiscussion.tsx'
import './discussion.css'
import './pinned.css'
import '#client/features/hubs/roomsWorkspace.css'

/** The discussion of the hub in the address, or of the one that was chosen last, if any; where there is room, beside the other rooms. */
export function DiscussionScreen() {
  const hubNo = useNumberInAddress('hub')
  const [{ selectedHub }, setHubList] = useAtom(hubListAtom)

  const isWide = useMediaQuery(TWO_PANES)

  useEffect(() => {
    if (hubNo !== null) setHubList(list => ({ ...list, selectedHub: hubNo }))
  }, [hubNo, setHubList])

  if (hubNo === null)
    return <Redirect to={selectedHub === null ? paths.friends : paths.discussion(selectedHub)} />
  return (
    <div className={isWide ? 'rooms-workspace' : undefined}>
      {isWide && (
        <div className="rooms-workspace__rail">
          <RoomRail hubNo={hubNo} />
        </div>
      )}
      <div className={isWide ? 'rooms-workspace__room' : undefined}>
        <HubDiscussion key={hubNo} hubNo={hubNo} />
      </div>
    </div>
  )
}
