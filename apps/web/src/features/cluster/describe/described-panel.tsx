import { lazy, Suspense, useState } from 'react';
import { useDescribe, useDescribed } from '../address/use-described.ts';

const DescribeDrawer = lazy(() => import('./describe-drawer.tsx'));

/** The description of the pod or node in a screen's address, shown beside it; its code is loaded on first use. */
export function DescribedPanel() {
  const described = useDescribed();
  const describe = useDescribe();
  const [wasOpened, setWasOpened] = useState(false);
  if (described && !wasOpened) setWasOpened(true);
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <DescribeDrawer described={described} onChange={describe} />
      </Suspense>
    )
  );
}
