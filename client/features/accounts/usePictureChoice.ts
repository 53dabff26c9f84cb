import { useRef, useState } from 'react'

/**
 * The picture of a form. A photo takes a moment to be made small, and whoever sends the form meanwhile means it to come along.
 *
 * @param none what is chosen before anything is.
 */
export function usePictureChoice<Choice>(none: Choice) {
  const [choice, setChoice] = useState(none)
  const latest = useRef(none)
  const making = useRef(Promise.resolve(true))

  return {
    choice,
    choose(chosen: Choice) {
      latest.current = chosen
      setChoice(chosen)
    },
    /** To be told as soon as a file was given; `made` says whether it became the choice. */
    waitFor(made: Promise<boolean>) {
      making.current = made
    },
    /** What is to be sent: waits for what is being made. Undefined when that is no picture, which the form says by itself. */
    async settled(): Promise<Choice | undefined> {
      const isMade = await making.current
      making.current = Promise.resolve(true)
      return isMade ? latest.current : undefined
    },
    /** Whether nothing else was chosen since that was sent. */
    isStill: (sent: Choice) => latest.current === sent,
  }
}
