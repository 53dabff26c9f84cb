import { useEffect } from 'react'

/** Movements below this, in pixels, neither hide nor show the bars. */
const MIN_MOVE_PX = 8
/** Near the top of the page the bars always stay. */
const TOP_PX = 80
/** The properties that the style sheets animate. */
const ANIMATED = new Set(['translate', 'bottom'])

/** Hides the bars of a phone while the user scrolls down, and shows them on scrolling up or when something gets the focus. */
export function useHidingBars(): void {
  useEffect(() => {
    const root = document.documentElement
    let lastY = window.scrollY
    let isPressed = false
    let isWaiting = false
    const show = () => delete root.dataset.barsHidden

    /** Without a transition, because `keepFocusClearOfBars` measures the bars in the next frame. */
    function showAtOnce(): void {
      if (root.dataset.barsHidden === undefined) return
      show()
      for (const animation of document.getAnimations())
        if (animation instanceof CSSTransition && ANIMATED.has(animation.transitionProperty))
          animation.finish()
    }

    /** While something is pressed the bars wait: they would move it from under the finger, and the click would miss it. */
    function showForFocus(): void {
      if (isPressed) isWaiting = true
      else showAtOnce()
    }
    function press(): void {
      isPressed = true
      isWaiting = false
    }
    function release(): void {
      isPressed = false
      if (isWaiting) showAtOnce()
      isWaiting = false
    }

    function follow(): void {
      const { scrollY } = window
      if (Math.abs(scrollY - lastY) < MIN_MOVE_PX) return
      if (scrollY > lastY && scrollY > TOP_PX) root.dataset.barsHidden = ''
      else show()
      lastY = scrollY
    }

    const listening = new AbortController()
    window.addEventListener('scroll', follow, { passive: true, signal: listening.signal })
    document.addEventListener('focusin', showForFocus, listening)
    const capturing = { capture: true, signal: listening.signal }
    document.addEventListener('mousedown', press, capturing)
    for (const name of ['mouseup', 'dragend', 'keydown']) document.addEventListener(name, release, capturing)
    return () => {
      listening.abort()
      show()
    }
  }, [])
}
