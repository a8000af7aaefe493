"use client";

import { createContext, useContext } from "react";

const ServiceContext = createContext("the service");

/** Gives everything below the name of the service that is asked, for words such as "Reading the survey from Production…". */
export const ServiceNameProvider = ServiceContext.Provider;

export const useServiceName = (): string => useContext(ServiceContext);
